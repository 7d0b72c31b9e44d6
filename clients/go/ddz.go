// Package ddz is a client of the ddz Dou Dizhu engine over HTTP. It needs the standard library only.
//
//	var client ddz.Client // http://127.0.0.1:8080; &ddz.Client{URL: ...} for another service
//	answer, err := client.Classify(ctx, ddz.ClassifyRequest{Cards: "33344455"})
//	fmt.Println(answer.Pattern.Name)
//
// There is a method for each route, with types made from openapi.yaml. A refusal of the engine is a *Problem, no answer
// in time a *TimeoutError, no service an *UnreachableError.
package ddz

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Client asks one service. The zero value is ready to use. Any number of goroutines may share a client; do not change its
// fields while they do. Connections are kept open.
type Client struct {
	URL     string        // of the service, with a path prefix perhaps; "" is http://127.0.0.1:8080
	Token   string        // bearer token, when the service wants one
	Game    string        // for the header X-Game: proxies then send the game to the instance that remembers it
	Retries int           // how often a request is retried when the service is busy or the connection breaks; 0 is as long as the time allows, less is never
	Timeout time.Duration // for a question: every try, and the pauses between them; 0 is a minute, less is as long as the context lasts
	HTTP    *http.Client  // nil is one that all clients share
}

// New is a client of the service at this URL.
func New(url string) *Client { return &Client{URL: url} }

const (
	defaultURL     = "http://127.0.0.1:8080"
	defaultTimeout = time.Minute
)

// Go's own keeps two connections a host, so many goroutines would open a new one for nearly every question.
var shared = func() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	return &http.Client{Transport: transport}
}()

// Problem is a refusal of the engine (RFC 9457).
type Problem struct {
	Type      string      `json:"type"`   // urn:ddz:problem: and the code
	Title     string      `json:"title"`  // what the code means, in a few words
	Status    int         `json:"status"` // as over HTTP
	Detail    string      `json:"detail"` // a sentence that says what to change
	Code      ProblemCode `json:"code"`   // stable, such as "bad_json"; "no_json" where what answered is not the service
	Field     string      `json:"field"`  // JSON pointer into the body, or ""
	RequestID string      `json:"-"`      // the name of the question in the log of the service
}

func (p *Problem) Error() string {
	where := ""
	if p.Field != "" {
		where = " (" + p.Field + ")"
	}
	return fmt.Sprintf("%d %s: %s%s", p.Status, p.Code, p.Detail, where)
}

// TimeoutError says that the time for the question was over before its answer came. It is not asked again: the service
// may still be computing. errors.Is(err, context.DeadlineExceeded) holds.
type TimeoutError struct {
	Path      string
	RequestID string
}

func (e *TimeoutError) Error() string { return e.Path + ": no answer in time" }

// Unwrap is context.DeadlineExceeded.
func (e *TimeoutError) Unwrap() error { return context.DeadlineExceeded }

// Timeout is true, as net.Error wants it.
func (e *TimeoutError) Timeout() bool { return true }

// UnreachableError says that no answer came, however often the client tried.
type UnreachableError struct {
	Path      string
	RequestID string
	Cause     error
}

func (e *UnreachableError) Error() string { return e.Path + ": " + e.Cause.Error() }

// Unwrap is the cause.
func (e *UnreachableError) Unwrap() error { return e.Cause }

// CodeOf is the code of a Problem, "" for other errors.
func CodeOf(err error) ProblemCode {
	var problem *Problem
	if errors.As(err, &problem) {
		return problem.Code
	}
	return ""
}

// Reply is an answer as it came.
type Reply struct {
	Status    int
	Text      []byte
	RequestID string
}

// AskText asks with a JSON text (nil: GET). Errors of the engine are answers here. Every question is a pure function of its
// body, so asking again is safe.
func (c *Client) AskText(ctx context.Context, path string, body []byte) (Reply, error) {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	id := newID()
	for tries := 1; ; tries++ {
		reply, pause, err := c.once(ctx, path, body, id)
		if err != nil {
			pause = 0
		}
		pause += growing(tries)
		last := (c.Retries != 0 && tries > c.Retries) || !fits(ctx, pause)
		if err == nil && (last || !busy(reply.Status)) {
			return reply, nil
		}
		if tooSlow(err) && ctx.Err() == nil {
			return Reply{}, &TimeoutError{path, id}
		}
		if err != nil && last && ctx.Err() == nil {
			return Reply{}, &UnreachableError{path, id, err}
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			if ctx.Err() == context.DeadlineExceeded {
				return Reply{}, &TimeoutError{path, id}
			}
			return Reply{}, fmt.Errorf("%s: %w", path, ctx.Err())
		}
	}
}

func busy(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// tooSlow says whether the caller's own http.Client waited no longer for an answer. A network that did not is a connection
// that broke.
func tooSlow(err error) bool {
	var waited net.Error
	var network *net.OpError
	return errors.As(err, &waited) && waited.Timeout() && !errors.As(err, &network)
}

// growing is a pause before a try, which grows to a second; by chance, so that callers who failed together come one by one.
func growing(tries int) time.Duration {
	pause := time.Second
	if tries < 6 {
		pause = 50 * time.Millisecond << (tries - 1)
	}
	return pause/2 + time.Duration(mathrand.Int63n(int64(pause/2)))
}

// fits says whether a pause ends before the time of the question does.
func fits(ctx context.Context, pause time.Duration) bool {
	end, limited := ctx.Deadline()
	return !limited || time.Now().Add(pause).Before(end)
}

func (c *Client) once(ctx context.Context, path string, body []byte, id string) (Reply, time.Duration, error) {
	url, client := strings.TrimRight(c.URL, "/"), c.HTTP
	if url == "" {
		url = defaultURL
	}
	if client == nil {
		client = shared
	}
	method, reader := http.MethodGet, io.Reader(nil)
	if body != nil {
		method, reader = http.MethodPost, bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, url+path, reader)
	if err != nil {
		return Reply{}, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Request-Id", id)
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Game != "" {
		request.Header.Set("X-Game", c.Game)
	}
	response, err := client.Do(request)
	if err != nil {
		return Reply{}, 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return Reply{response.StatusCode, text, id}, retryAfter(response.Header.Get("Retry-After")), err
}

// newID is a name for a question in the log of the service.
func newID() string {
	var bytes [8]byte
	_, _ = rand.Read(bytes[:]) // without chance it is a name all the same
	return hex.EncodeToString(bytes[:])
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

// ask asks a path of openapi.yaml and reads the answer into `answer`. A nil question is a GET.
func (c *Client) ask(ctx context.Context, path string, question, answer any) error {
	var body []byte
	if question != nil {
		var err error
		if body, err = json.Marshal(question); err != nil {
			return err
		}
	}
	reply, err := c.AskText(ctx, path, body)
	if err != nil {
		return err
	}
	return read(reply, answer)
}

func read(reply Reply, answer any) error {
	problem := &Problem{}
	if reply.Status >= 400 {
		answer = problem
	}
	err := json.Unmarshal(reply.Text, answer)
	if err == nil && reply.Status < 400 {
		return nil
	}
	if err != nil {
		problem.Detail = fmt.Sprintf("%v: %.200s", err, reply.Text)
	}
	if problem.Code == "" {
		problem.Code = "no_json"
	}
	problem.Status, problem.RequestID = reply.Status, reply.RequestID
	return problem
}
