// games_client plays games from eight goroutines through one Go client for some seconds: none is lost, each ends as it must.
//
// usage: games_client http://HOST:PORT SECONDS
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"example.org/ddz/clients/go"
)

const lanes = 8

func play(client *ddz.Client, lane int) string {
	game := ddz.TableRequest{Seed: ddz.Number(int64(lane) + 1), Robot: &ddz.RobotSettings{Engine: "rules"}}
	for {
		table, err := client.Table(context.Background(), game)
		if err != nil {
			log.Fatal(err) // a lost game
		}
		if table.Phase == "over" {
			text, _ := json.Marshal([]any{game.Actions, table.Score})
			return string(text)
		}
		game.Actions = append(game.Actions, table.Robot.Action.Action())
	}
}

func main() {
	client := ddz.New(os.Args[1])
	seconds, err := strconv.ParseFloat(os.Args[2], 64)
	if err != nil {
		log.Fatal(err)
	}
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	results := make(chan []string, lanes)
	for lane := 0; lane < lanes; lane++ {
		go func(lane int) {
			games := []string{play(client, lane)}
			for time.Now().Before(end) {
				games = append(games, play(client, lane))
			}
			results <- games
		}(lane)
	}
	count, wrong, differ := 0, 0, map[string]bool{}
	for lane := 0; lane < lanes; lane++ {
		games := <-results
		differ[games[0]] = true
		for _, game := range games {
			count++
			if game != games[0] {
				wrong++
			}
		}
	}
	fmt.Printf("%d games, %d not as they must be\n", count, wrong)
	if wrong > 0 || len(differ) < lanes {
		os.Exit(1)
	}
}
