// Package ddz is a client of the ddz Dou Dizhu engine over HTTP. It needs the standard library only.
//
//	client := ddz.New("http://127.0.0.1:8080")
//	var answer struct{ Pattern struct{ Name string } }
//	err := client.Classify(ctx, ddz.M{"cards": "33344455"}, &answer)
//
// There is a method for each route. Bodies and answers are those of openapi.yaml: pass a map or a struct of your own,
// and a pointer to what the answer is to be read into. An error of the engine is a *Problem.
package ddz

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// M is a short name for a JSON object.
type M = map[string]any

// Problem is a refusal of the engine (RFC 9457).
type Problem struct {
	Status int    `json:"status"` // as over HTTP
	Code   string `json:"code"`   // stable name, such as "bad_json"
	Title  string `json:"title"`
	Detail string `json:"detail"` // a sentence that says what to change
	Field  string `json:"field"`  // JSON pointer into the body, or ""
}

func (p *Problem) Error() string {
	where := ""
	if p.Field != "" {
		where = " (" + p.Field + ")"
	}
	return fmt.Sprintf("%d %s: %s%s", p.Status, p.Code, p.Detail, where)
}

// Client asks one service. Any number of goroutines may use it; connections are kept open.
type Client struct {
	URL     string       // with a path prefix, perhaps
	Token   string       // bearer token, when the service wants one
	Game    string       // for the header X-Game: proxies then send the game to the instance that remembers it
	Retries int          // how often a question is asked again when the service is busy or the connection breaks
	HTTP    *http.Client // set its Timeout for the time of one try
}

// New is a client with two retries and 30 seconds a try.
func New(url string) *Client {
	return &Client{URL: strings.TrimRight(url, "/"), Retries: 2, HTTP: &http.Client{Timeout: 30 * time.Second}}
}

// AskText asks with a JSON text (nil: GET) and returns status and text; errors of the engine are answers here. Every
// question is a pure function of its body, so asking again is safe.
func (c *Client) AskText(ctx context.Context, path string, body []byte) (int, []byte, error) {
	for attempt := 0; ; attempt++ {
		status, text, pause, err := c.once(ctx, path, body)
		busy := status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
		if (err == nil && !busy) || attempt >= c.Retries || ctx.Err() != nil {
			return status, text, err
		}
		if err != nil {
			pause = time.Duration(attempt+1) * 50 * time.Millisecond
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return 0, nil, ctx.Err()
		}
	}
}

func (c *Client) once(ctx context.Context, path string, body []byte) (int, []byte, time.Duration, error) {
	method, reader := http.MethodGet, io.Reader(nil)
	if body != nil {
		method, reader = http.MethodPost, bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, reader)
	if err != nil {
		return 0, nil, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Game != "" {
		request.Header.Set("X-Game", c.Game)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return 0, nil, 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, text, retryAfter(response.Header.Get("Retry-After")), err
}

// retryAfter is at most 30 seconds; 1 when the header is missing or a date.
func retryAfter(text string) time.Duration {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds < 0 {
		seconds = 1
	}
	if seconds > 30 {
		seconds = 30
	}
	return time.Duration(seconds * float64(time.Second))
}

// Ask asks a path of openapi.yaml and reads the answer into `answer`. A nil body is a GET.
func (c *Client) Ask(ctx context.Context, path string, body, answer any) error {
	var question []byte
	if body != nil {
		var err error
		if question, err = json.Marshal(body); err != nil {
			return err
		}
	}
	status, text, err := c.AskText(ctx, path, question)
	if err != nil {
		return err
	}
	if status >= 400 {
		problem := &Problem{}
		if json.Unmarshal(text, problem) != nil {
			problem.Code, problem.Detail = "no_json", string(text)
		}
		problem.Status = status
		return problem
	}
	return json.Unmarshal(text, answer)
}

// CodeOf is the code of a Problem, "" for other errors.
func CodeOf(err error) string {
	var problem *Problem
	if errors.As(err, &problem) {
		return problem.Code
	}
	return ""
}

// Classify: what is this set of cards?
func (c *Client) Classify(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/classify", body, answer)
}

// Prompt: legal plays, best first.
func (c *Client) Prompt(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/prompt", body, answer)
}

// Analyze: what a hand is worth and how it splits.
func (c *Client) Analyze(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/analyze", body, answer)
}

// RobotMove: what the robot plays, and why.
func (c *Client) RobotMove(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/robot-move", body, answer)
}

// BidAdvice: whether to call, rob, double, kick.
func (c *Client) BidAdvice(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/bid-advice", body, answer)
}

// Solve: who wins with open cards?
func (c *Client) Solve(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/solve", body, answer)
}

// Table is the referee.
func (c *Client) Table(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/table", body, answer)
}

// Review: what each play of a game was worth.
func (c *Client) Review(ctx context.Context, body, answer any) error {
	return c.Ask(ctx, "/review", body, answer)
}

// Batch asks many questions in one request.
func (c *Client) Batch(ctx context.Context, items, answer any) error {
	return c.Ask(ctx, "/batch", items, answer)
}

// Rules: all presets, switches, patterns and ways of calling.
func (c *Client) Rules(ctx context.Context, answer any) error {
	return c.Ask(ctx, "/rules", nil, answer)
}

// Version: name, version, nets.
func (c *Client) Version(ctx context.Context, answer any) error {
	return c.Ask(ctx, "/version", nil, answer)
}
