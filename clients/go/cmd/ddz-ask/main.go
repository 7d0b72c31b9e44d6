// ddz-ask answers questions from standard input: a JSON line {"path","body"} or {"path","text"} in, "STATUS TEXT" out.
//
// usage: ddz-ask http://HOST:PORT < questions
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"example.org/ddz/clients/go"
)

func run(url string) error {
	client, out := ddz.New(url), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var question struct {
			Path string
			Body json.RawMessage
			Text *string
		}
		if err := json.Unmarshal(lines.Bytes(), &question); err != nil {
			return err
		}
		if question.Text != nil {
			question.Body = []byte(*question.Text)
		}
		reply, err := client.AskText(context.Background(), question.Path, question.Body)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%d %s\n", reply.Status, reply.Text)
	}
	return lines.Err()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: ddz-ask URL < questions")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "ddz-ask:", err)
		os.Exit(1)
	}
}
