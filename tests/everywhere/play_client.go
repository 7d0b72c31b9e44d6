// play_client plays the worked game (docs/start.md) by the methods of the Go client, and asks every other method
// something.
//
// usage: play_client http://HOST:PORT
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"example.org/ddz/clients/go"
)

var always = context.Background()

func must[Answer any](answer Answer, err error) Answer {
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

func play(client *ddz.Client, preset ddz.Preset) {
	game := ddz.TableRequest{Rules: &ddz.RulesObject{Preset: preset}, Seed: "3", Robot: &ddz.RobotSettings{Engine: "rules"}}
	now := must(client.Table(always, game))
	for ; now.Phase != "over"; now = must(client.Table(always, game)) {
		game.Actions = append(game.Actions, now.Robot.Action.Action())
	}
	review := must(client.Review(always, ddz.ReviewRequest{Rules: game.Rules, Seed: game.Seed, Actions: game.Actions,
		Limit: &ddz.ReviewRequestLimit{Nodes: 500}}))
	fmt.Print(preset, " ", *now.Winner)
	for _, points := range now.Score {
		fmt.Print(" ", points)
	}
	fmt.Print(" ", len(game.Actions))
	for _, seat := range review.Seats {
		fmt.Print(" ", seat.Role)
	}
	fmt.Println()
}

func main() {
	client := &ddz.Client{URL: os.Args[1], Timeout: 2 * time.Minute}
	for _, preset := range must(client.Rules(always)).Presets {
		play(client, preset.Name)
	}
	fmt.Println(must(client.Classify(always, ddz.ClassifyRequest{Cards: "33344455"})).Pattern.ID)
	fmt.Println(must(client.Prompt(always, ddz.PromptRequest{Hand: "3344"})).Prompts[0].Cards)
	fmt.Println(must(client.Analyze(always, ddz.AnalyzeRequest{Hand: "3344"})).Plays)
	fmt.Println(must(client.RobotMove(always, ddz.RobotRequest{Hand: "34", Role: "landlord", Engine: "rules"})).Cards)
	fmt.Println(must(client.BidAdvice(always, ddz.BidRequest{Hand: "34566789TJQKA22BR"})).Call)
	fmt.Println(must(client.Solve(always, ddz.SolveRequest{Landlord: "34", Farmer: "5"})).Result)
	item := must(ddz.Item("/classify", ddz.ClassifyRequest{Cards: "3"}))
	answers := must(client.Batch(always, ddz.BatchRequest{item}))
	must(ddz.AnswerOf[ddz.ClassifyResponse](answers[0]))
	fmt.Println(answers[0].Status)
	fmt.Println(must(client.Version(always)).Name)
}
