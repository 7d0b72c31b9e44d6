// play_client plays the worked game (docs/worked-game.md) by the methods of the Go client, and asks every other method
// something.
//
// usage: play_client http://HOST:PORT
package main

import (
	"context"
	"ddz"
	"encoding/json"
	"fmt"
	"log"
	"os"
)

var always = context.Background()

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

type table struct {
	Phase  string
	Winner int
	Score  []int
	Robot  struct{ Action json.RawMessage }
}

func play(client *ddz.Client, preset string) {
	game := ddz.M{"rules": preset, "seed": 3, "robot": ddz.M{"engine": "rules"}}
	actions := []json.RawMessage{}
	var now table
	for {
		game["actions"] = actions
		now = table{}
		must(client.Table(always, game, &now))
		if now.Phase == "over" {
			break
		}
		actions = append(actions, now.Robot.Action)
	}
	delete(game, "robot")
	game["limit"] = ddz.M{"nodes": 500}
	var review struct{ Seats []struct{ Role string } }
	must(client.Review(always, game, &review))
	fmt.Print(preset, " ", now.Winner)
	for _, points := range now.Score {
		fmt.Print(" ", points)
	}
	fmt.Print(" ", len(actions))
	for _, seat := range review.Seats {
		fmt.Print(" ", seat.Role)
	}
	fmt.Println()
}

func main() {
	client := ddz.New(os.Args[1])
	var rules struct{ Presets []struct{ Name string } }
	must(client.Rules(always, &rules))
	for _, preset := range rules.Presets {
		play(client, preset.Name)
	}
	var answer struct {
		Pattern                   struct{ Id string }
		Prompts                   []struct{ Cards string }
		Plays                     json.RawMessage
		Cards, Call, Result, Name string
	}
	must(client.Classify(always, ddz.M{"cards": "33344455"}, &answer))
	fmt.Println(answer.Pattern.Id)
	must(client.Prompt(always, ddz.M{"hand": "3344"}, &answer))
	fmt.Println(answer.Prompts[0].Cards)
	must(client.Analyze(always, ddz.M{"hand": "3344"}, &answer))
	fmt.Println(string(answer.Plays))
	must(client.RobotMove(always, ddz.M{"hand": "34", "role": "landlord", "engine": "rules"}, &answer))
	fmt.Println(answer.Cards)
	must(client.BidAdvice(always, ddz.M{"hand": "34566789TJQKA22BR"}, &answer))
	fmt.Println(answer.Call)
	must(client.Solve(always, ddz.M{"landlord": "34", "farmer": "5"}, &answer))
	fmt.Println(answer.Result)
	var items []struct{ Status int }
	must(client.Batch(always, []ddz.M{{"path": "/classify", "body": ddz.M{"cards": "3"}}}, &items))
	fmt.Println(items[0].Status)
	must(client.Version(always, &answer))
	fmt.Println(answer.Name)
}
