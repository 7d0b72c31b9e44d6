// Three robots play a game over HTTP: go run main.go http://127.0.0.1:8080
package main

import (
	"context"
	"ddz"
	"fmt"
	"log"
	"os"
)

func main() {
	game := ddz.M{"rules": "huanle", "seed": 7, "robots": ddz.M{"0": true, "1": true, "2": ddz.M{"level": 3}}}
	var table struct{ Appended, Score []any }
	if err := ddz.New(os.Args[1]).Table(context.Background(), game, &table); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(table.Appended), "actions")
	fmt.Println("score", table.Score)
}
