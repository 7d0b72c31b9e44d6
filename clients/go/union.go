package ddz

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Cards are rank letters ("33344455"), or the numbers of a notation as a JSON array ("[1,14,27]", see Numbers). No cards
// are "" where they must be said, and Pass where they may be left out.
type Cards string

// Pass is no cards, said.
const Pass Cards = "[]"

// Numbers are cards in the numbers of a notation.
func Numbers(numbers ...int) Cards {
	text, _ := json.Marshal(append([]int{}, numbers...)) // numbers always can be written
	return Cards(text)
}

// Numbers are the cards of an answer in a notation of numbers; none and false for letters.
func (c Cards) Numbers() (numbers []int, ok bool) {
	return numbers, json.Unmarshal([]byte(c), &numbers) == nil && c != ""
}

// MarshalJSON writes a string or an array.
func (c Cards) MarshalJSON() ([]byte, error) {
	if len(c) > 0 && c[0] == '[' {
		return []byte(c), nil
	}
	return json.Marshal(string(c))
}

// UnmarshalJSON reads a string or an array.
func (c *Cards) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		var compact bytes.Buffer
		err := json.Compact(&compact, text)
		*c = Cards(compact.String())
		return err
	}
	return json.Unmarshal(text, (*string)(c))
}

// Word is a word or a number, as text: a seed is "7", or up to 128 hexadecimal digits.
type Word string

// UnmarshalJSON reads a string or a number.
func (w *Word) UnmarshalJSON(text []byte) error {
	if _, err := strconv.Atoi(string(text)); err == nil {
		*w = Word(text)
		return nil
	}
	return json.Unmarshal(text, (*string)(w))
}

// Ptr is for fields where 0, or an empty list, says something else than nothing: Seat: ddz.Ptr(0).
func Ptr[T any](value T) *T { return &value }

// notNil makes no list an empty one: nil would be sent as null.
func notNil[List ~[]Item, Item any](list *List) {
	if *list == nil {
		*list = List{}
	}
}

// Action is what a robot did, as the next of the actions of a table.
func (a RobotAction) Action() TableAction {
	action := TableAction{Seat: a.Seat, Call: a.Call, Deal: a.Deal}
	if a.Call == "" && !a.Deal {
		action.Cards = Pass
	}
	if a.Cards != "" {
		action.Cards = a.Cards
	}
	if a.Pattern != nil && len(a.Pattern.StandsFor) > 0 { // which card a wildcard stands for
		action.ID = a.Pattern.ID
	}
	return action
}

// Action is what a robot did, as the next of the actions of a table.
func (t RobotThought) Action() TableAction {
	return RobotAction{Seat: t.Seat, Role: t.Role, Call: t.Call, Cards: t.Cards, Pattern: t.Pattern, Deal: t.Deal}.Action()
}

// MarshalJSON says a pass: an action that is neither a call nor a deal and has no cards.
func (a TableAction) MarshalJSON() ([]byte, error) {
	if a.Cards == "" && a.Call == "" && a.ID == "" && !a.Deal {
		a.Cards = Pass
	}
	type plain TableAction
	return json.Marshal(plain(a))
}

// withPass writes what the service said as it said it: no cards are a pass where nothing else is there.
func withPass(plain any, pass bool) ([]byte, error) {
	text, err := json.Marshal(plain)
	if err != nil || !pass {
		return text, err
	}
	if len(text) == len("{}") {
		return []byte(`{"cards":""}`), nil
	}
	return append(text[:len(text)-1], `,"cards":""}`...), nil
}

// MarshalJSON says a pass, as do the next ones.
func (a RobotAction) MarshalJSON() ([]byte, error) {
	type plain RobotAction
	return withPass(plain(a), a.Call == "" && a.Cards == "" && !a.Deal)
}

func (t RobotThought) MarshalJSON() ([]byte, error) {
	type plain RobotThought
	return withPass(plain(t), t.Call == "" && t.Cards == "" && !t.Deal)
}

func (d SeatDeed) MarshalJSON() ([]byte, error) {
	type plain SeatDeed
	return withPass(plain(d), d.Call == "" && d.Cards == "")
}

func (t TableResponseTimeOut) MarshalJSON() ([]byte, error) {
	type plain TableResponseTimeOut
	return withPass(plain(t), t.Call == "" && t.Cards == "")
}

func (t TableTimeOut) MarshalJSON() ([]byte, error) {
	type plain TableTimeOut
	return withPass(plain(t), t.Call == "" && t.Cards == "")
}

// Item is a question of a batch.
func Item[Question any](path string, question Question) (BatchItem, error) {
	body, err := json.Marshal(question)
	return BatchItem{Path: path, Body: body}, err
}

// AnswerOf is the answer of a batch to one of its questions; a *Problem where it was refused.
func AnswerOf[Answer any](item BatchAnswer) (answer Answer, err error) {
	err = read(Reply{Status: item.Status, Text: item.Body}, &answer)
	return answer, err
}

// Number is a number as a Word.
func Number(n int64) Word { return Word(strconv.FormatInt(n, 10)) }

// MarshalJSON writes what came as a number as a number again: of at most 15 digits, without zeros before it.
func (w Word) MarshalJSON() ([]byte, error) {
	n, err := strconv.ParseInt(string(w), 10, 64)
	if err == nil && len(w) <= 15 && Number(n) == w {
		return []byte(w), nil
	}
	return json.Marshal(string(w))
}
