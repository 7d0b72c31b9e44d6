package ddz

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

type answer struct {
	status     int // 0: the connection breaks; 1: no answer comes
	retryAfter string
	text       string
}

// record is what a script was asked.
type record struct {
	lock     sync.Mutex
	requests []*http.Request
	bodies   []string
}

func (r *record) asked() []*http.Request {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.requests
}

// script answers one after the other.
func script(t *testing.T, answers ...answer) (*Client, *record) {
	t.Helper()
	record := &record{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		record.lock.Lock()
		next := answers[len(record.requests)]
		record.requests, record.bodies = append(record.requests, r), append(record.bodies, string(body))
		record.lock.Unlock()
		switch {
		case next.status == 0:
			panic(http.ErrAbortHandler)
		case next.status == 1:
			<-r.Context().Done()
			return
		case next.retryAfter != "":
			w.Header().Set("Retry-After", next.retryAfter)
		}
		w.WriteHeader(next.status)
		io.WriteString(w, next.text)
	}))
	t.Cleanup(server.Close)
	return New(server.URL + "/prefix/"), record
}

var always = context.Background()

func TestAQuestionIsPosted(t *testing.T) {
	client, record := script(t, answer{200, "", `{"valid":true}`}, answer{200, "", `{}`})
	client.Token, client.Game = "0123456789abcdef", "g1"
	if got, err := client.Classify(always, ClassifyRequest{Cards: "3"}); err != nil || !got.Valid {
		t.Fatal(err, got)
	}
	if _, err := client.Rules(always); err != nil {
		t.Fatal(err)
	}
	first := record.asked()[0]
	if first.Method != "POST" || first.URL.Path != "/prefix/classify" || record.bodies[0] != `{"cards":"3"}` {
		t.Error(first.Method, first.URL, record.bodies[0])
	}
	if first.Header.Get("Authorization") != "Bearer 0123456789abcdef" || first.Header.Get("X-Game") != "g1" {
		t.Error(first.Header)
	}
	if record.asked()[1].Method != "GET" || record.asked()[1].RemoteAddr != first.RemoteAddr {
		t.Error("the second question is no GET over the same connection")
	}
}

func TestTheZeroValueAsksTheUsualPort(t *testing.T) {
	var asked string
	client := Client{Retries: -1, HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		asked = r.URL.String()
		return nil, errors.New("nobody is asked")
	})}}
	var unreachable *UnreachableError
	if _, err := client.Version(always); !errors.As(err, &unreachable) || asked != "http://127.0.0.1:8080/version" {
		t.Error(err, asked)
	}
}

func TestANilListIsAnEmptyOne(t *testing.T) {
	client, record := script(t, answer{200, "", `[]`}, answer{200, "", `{}`})
	if _, err := client.Batch(always, nil); err != nil || record.bodies[0] != `[]` {
		t.Error(err, record.bodies)
	}
	if _, err := client.Review(always, ReviewRequest{Seed: "3"}); err != nil || record.bodies[1] != `{"seed":3,"actions":[]}` {
		t.Error(err, record.bodies)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestAProblemIsAnErrorWithItsFields(t *testing.T) {
	client, record := script(t, answer{422, "", `{"code":"unknown_card","detail":"d","field":"/hand"}`})
	_, err := client.Prompt(always, PromptRequest{Hand: "x"})
	var problem *Problem
	if !errors.As(err, &problem) || CodeOf(err) != "unknown_card" || err.Error() != "422 unknown_card: d (/hand)" {
		t.Fatal(err)
	}
	if problem.RequestID == "" || problem.RequestID != record.asked()[0].Header.Get("X-Request-Id") {
		t.Error(problem.RequestID)
	}
}

func TestABusyServiceIsAskedAgain(t *testing.T) {
	client, record := script(t, answer{503, "0", `{}`}, answer{0, "", ""}, answer{200, "", `{}`})
	if _, err := client.Version(always); err != nil || len(record.asked()) != 3 {
		t.Error(err, len(record.asked()))
	}
}

func TestAServiceThatStaysBusyIsAProblem(t *testing.T) {
	client, _ := script(t, answer{429, "0", `{"code":"queue_full"}`}, answer{429, "0", `{"code":"queue_full"}`})
	client.Retries = 1
	if _, err := client.Version(always); CodeOf(err) != "queue_full" {
		t.Error(err)
	}
}

func TestAPauseThatDoesNotFitIsNotBegun(t *testing.T) {
	client, record := script(t, answer{503, "30", `{"code":"queue_full"}`})
	client.Timeout = 20 * time.Second
	if _, err := client.Version(always); CodeOf(err) != "queue_full" || len(record.asked()) != 1 {
		t.Error(err, len(record.asked()))
	}
	client = &Client{Timeout: 20 * time.Millisecond, HTTP: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("cut")
	})}}
	var unreachable *UnreachableError
	if _, err := client.Version(always); !errors.As(err, &unreachable) {
		t.Error(err)
	}
}

func TestNobodyThereAndNoJSON(t *testing.T) {
	nobody := Client{URL: "http://127.0.0.1:9", Retries: 1}
	var unreachable *UnreachableError
	if _, err := nobody.Version(always); !errors.As(err, &unreachable) || unreachable.RequestID == "" {
		t.Error(err)
	}
	for _, next := range []answer{{502, "", "<html>"}, {200, "", "<html>"}, {500, "", "{}"}, {500, "", "null"}} {
		client, record := script(t, next)
		_, err := client.Version(always)
		var problem *Problem
		if !errors.As(err, &problem) || problem.Code != "no_json" || problem.Status != next.status ||
			problem.RequestID != record.asked()[0].Header.Get("X-Request-Id") {
			t.Error(err)
		}
	}
}

func TestATimeoutIsAnErrorOfItsOwnAndNothingIsAskedAgain(t *testing.T) {
	for _, by := range []string{"the client", "its http.Client", "its transport", "the context"} {
		client, record := script(t, answer{1, "", ""}, answer{200, "", "{}"})
		ctx := always
		switch by {
		case "the client":
			client.Timeout = 50 * time.Millisecond
		case "its http.Client":
			client.HTTP = &http.Client{Timeout: 50 * time.Millisecond}
		case "its transport":
			client.HTTP = &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: 50 * time.Millisecond}}
		case "the context":
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
			defer cancel()
		}
		_, err := client.RobotMove(ctx, RobotRequest{Hand: "3", Role: "landlord"})
		var timeout *TimeoutError
		if !errors.As(err, &timeout) || !errors.Is(err, context.DeadlineExceeded) || timeout.RequestID == "" || len(record.asked()) > 1 {
			t.Error(by, err, len(record.asked()))
		}
	}
}

func TestANetworkThatTimesOutIsABrokenConnection(t *testing.T) {
	asked := 0
	client := Client{Retries: 2, HTTP: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
		asked++
		return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ETIMEDOUT}
	})}}
	var unreachable *UnreachableError
	if _, err := client.Version(always); !errors.As(err, &unreachable) || asked != 3 {
		t.Error(err, asked)
	}
}

func TestWaitsEndWithTheContext(t *testing.T) {
	for _, first := range []answer{{503, "30", `{}`}, {1, "", ""}} {
		client, record := script(t, first)
		ctx, cancel := context.WithCancel(always)
		done := make(chan error)
		go func() {
			_, err := client.Version(ctx)
			done <- err
		}()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) || len(record.asked()) > 1 {
			t.Error(err, len(record.asked()))
		}
	}
}

func TestManyGoroutinesGetTheirOwnAnswers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Write([]byte(strings.Replace(string(body), "seed", "bombs", 1)))
	}))
	defer server.Close()
	client, wrong := &Client{URL: server.URL}, make(chan int, 16)
	for lane := 0; lane < cap(wrong); lane++ {
		go func(lane int) {
			count := 0
			for i := 1; i <= 50; i++ {
				seed := lane*50 + i
				if table, err := client.Table(always, TableRequest{Seed: Number(int64(seed))}); err != nil || table.Bombs != seed {
					count++
				}
			}
			wrong <- count
		}(lane)
	}
	for lane := 0; lane < cap(wrong); lane++ {
		if count := <-wrong; count > 0 {
			t.Error(count, "wrong answers")
		}
	}
}

func TestCardsAreLettersOrNumbers(t *testing.T) {
	for _, row := range []struct {
		cards Cards
		text  string
	}{{"334", `"334"`}, {"", `""`}, {Numbers(1, 14), `[1,14]`}, {Pass, `[]`}} {
		text, err := json.Marshal(row.cards)
		var back Cards
		if err != nil || string(text) != row.text || json.Unmarshal(text, &back) != nil || back != row.cards {
			t.Error(row, string(text), err, back)
		}
	}
	if numbers, ok := Numbers(1, 14).Numbers(); !ok || len(numbers) != 2 {
		t.Error(numbers, ok)
	}
	if _, ok := Cards("334").Numbers(); ok {
		t.Error("letters are no numbers")
	}
}

func TestWhatCameOutGoesIn(t *testing.T) {
	var table TableResponse
	appended := `{"appended":[{"seat":0,"call":"3"},{"seat":1,"cards":"33"},{"seat":2,"cards":""},{"deal":true}]}`
	if err := json.Unmarshal([]byte(appended), &table); err != nil {
		t.Fatal(err)
	}
	next := TableRequest{Actions: []TableAction{{Cards: ""}}}
	for _, thought := range table.Appended {
		next.Actions = append(next.Actions, thought.Action())
	}
	text, err := json.Marshal(next.Actions)
	want := `[{"cards":[]},{"seat":0,"call":"3"},{"seat":1,"cards":"33"},{"seat":2,"cards":[]},{"deal":true}]`
	if err != nil || string(text) != want {
		t.Error(string(text), err)
	}
}

// A game server sends the service's responses on to its players.
func TestAPassIsSentOn(t *testing.T) {
	came := `{"appended":[{"seat":2,"cards":""},{"seat":0,"call":"pass"},{"deal":true}],"time_out":{"cards":""},"seats":[{"last":{"cards":""}}],"robot":{"action":{"cards":""}},"views":[{"time_out":{"cards":""}}]}`
	var table, again TableResponse
	if err := json.Unmarshal([]byte(came), &table); err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(table)
	if n := strings.Count(string(sent), `"cards":""`); err != nil || n != 5 {
		t.Error(n, string(sent), err)
	}
	if err := json.Unmarshal(sent, &again); err != nil || len(again.Appended) != 3 || again.TimeOut == nil {
		t.Error(again, err)
	}
}

// Every answer of openapi.yaml has a place in the types; without DDZ_OPENAPI, which names it as JSON, nothing is read.
func TestTheAnswersOfTheDescriptionFit(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("DDZ_OPENAPI"))
	if err != nil {
		t.Skip("DDZ_OPENAPI does not name openapi.yaml as JSON")
	}
	var api struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct {
					Examples map[string]struct{ Value json.RawMessage }
				}
			}
		}
	}
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatal(err)
	}
	types := map[string]any{"/classify": &ClassifyResponse{}, "/prompt": &PromptResponse{}, "/analyze": &AnalyzeResponse{},
		"/robot-move": &RobotResponse{}, "/bid-advice": &BidResponse{}, "/solve": &SolveResponse{}, "/table": &TableResponse{},
		"/review": &ReviewResponse{}, "/batch": &BatchResponse{}, "/rules": &RulesResponse{}, "/version": &VersionResponse{}}
	count := 0
	for path, operations := range api.Paths {
		for _, operation := range operations {
			for status, response := range operation.Responses {
				for kind, content := range response.Content {
					into := types[path]
					if kind == "application/problem+json" {
						into = &Problem{}
					} else if status != "200" || into == nil {
						continue
					}
					for name, example := range content.Examples {
						reader := json.NewDecoder(strings.NewReader(string(example.Value)))
						reader.DisallowUnknownFields()
						if err := reader.Decode(into); err != nil {
							t.Error(path, name, err)
						}
						count++
					}
				}
			}
		}
	}
	if count < 50 {
		t.Error(count, "examples")
	}
}

// Every question of openapi.yaml that the types can hold is sent as it is there.
func TestTheQuestionsOfTheDescriptionAreKept(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("DDZ_OPENAPI"))
	if err != nil {
		t.Skip("DDZ_OPENAPI does not name openapi.yaml as JSON")
	}
	var api struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Examples map[string]struct{ Value json.RawMessage }
				}
			}
		}
	}
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatal(err)
	}
	questions := map[string]func() any{"/classify": func() any { return &ClassifyRequest{} },
		"/prompt": func() any { return &PromptRequest{} }, "/analyze": func() any { return &AnalyzeRequest{} },
		"/robot-move": func() any { return &RobotRequest{} }, "/bid-advice": func() any { return &BidRequest{} },
		"/solve": func() any { return &SolveRequest{} }, "/table": func() any { return &TableRequest{} },
		"/review": func() any { return &ReviewRequest{} }}
	kept := 0
	for path, operations := range api.Paths {
		for _, example := range operations["post"].RequestBody.Content["application/json"].Examples {
			if questions[path] == nil || strings.Contains(string(example.Value), `:""`) {
				continue // no cards are Pass in Go
			}
			question := questions[path]()
			reader := json.NewDecoder(strings.NewReader(string(example.Value)))
			reader.DisallowUnknownFields()
			if reader.Decode(question) != nil {
				continue // a form of a field that the types lack
			}
			sent, err := json.Marshal(question)
			var want, got any
			if err != nil || json.Unmarshal(example.Value, &want) != nil || json.Unmarshal(sent, &got) != nil {
				t.Fatal(path, err)
			}
			if !reflect.DeepEqual(want, got) {
				t.Errorf("%s: %s, not %s", path, sent, example.Value)
			}
			kept++
		}
	}
	if kept < 25 {
		t.Error(kept, "questions")
	}
}
