// Three robots play a game over HTTP: go run main.go http://127.0.0.1:8080
package main

import (
	"context"
	"example.org/ddz/clients/go"
	"fmt"
	"os"
)

func main() {
	client := ddz.Client{URL: os.Args[1]}
	robots := map[string]*ddz.RobotSettings{"0": {}, "1": {}, "2": {Level: 3}}
	game := ddz.TableRequest{Rules: &ddz.RulesObject{Preset: "huanle"}, Seed: "7", Robots: robots}
	table, err := client.Table(context.Background(), game)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d actions\nscore %v\n", len(table.Appended), table.Score)
}
