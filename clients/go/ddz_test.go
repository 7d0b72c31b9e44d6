package ddz

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

type answer struct {
	status     int
	retryAfter string
	text       string
}

// script answers one after the other and keeps what it was asked.
func script(t *testing.T, answers ...answer) (*Client, *[]*http.Request, *[]string) {
	t.Helper()
	var asked []*http.Request
	var bodies []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked, bodies = append(asked, r), append(bodies, string(body))
		next := answers[0]
		answers = answers[1:]
		if next.status == 0 {
			panic(http.ErrAbortHandler) // the connection breaks
		}
		if next.retryAfter != "" {
			w.Header().Set("Retry-After", next.retryAfter)
		}
		w.WriteHeader(next.status)
		io.WriteString(w, next.text)
	}))
	t.Cleanup(server.Close)
	return New(server.URL + "/prefix/"), &asked, &bodies
}

func TestAQuestionIsPosted(t *testing.T) {
	client, asked, bodies := script(t, answer{200, "", `{"valid":true}`}, answer{200, "", `{}`})
	client.Token, client.Game = "0123456789abcdef", "g1"
	var got struct{ Valid bool }
	if err := client.Classify(context.Background(), M{"cards": "3"}, &got); err != nil || !got.Valid {
		t.Fatal(err, got)
	}
	if err := client.Rules(context.Background(), &M{}); err != nil {
		t.Fatal(err)
	}
	first := (*asked)[0]
	if first.Method != "POST" || first.URL.Path != "/prefix/classify" || (*bodies)[0] != `{"cards":"3"}` {
		t.Error(first.Method, first.URL, (*bodies)[0])
	}
	if first.Header.Get("Authorization") != "Bearer 0123456789abcdef" || first.Header.Get("X-Game") != "g1" {
		t.Error(first.Header)
	}
	if (*asked)[1].Method != "GET" || (*asked)[1].RemoteAddr != first.RemoteAddr {
		t.Error("the second question is no GET over the same connection")
	}
}

func TestAProblemIsAnErrorWithItsFields(t *testing.T) {
	client, _, _ := script(t, answer{422, "", `{"code":"bad_card","detail":"d","field":"/hand"}`})
	err := client.Prompt(context.Background(), M{"hand": "x"}, &M{})
	if CodeOf(err) != "bad_card" || err.Error() != "422 bad_card: d (/hand)" {
		t.Error(err)
	}
}

func TestABusyServiceIsAskedAgain(t *testing.T) {
	client, asked, _ := script(t, answer{503, "0", `{}`}, answer{0, "", ""}, answer{200, "", `{}`})
	if err := client.Version(context.Background(), &M{}); err != nil || len(*asked) != 3 {
		t.Error(err, len(*asked))
	}
}

func TestAServiceThatStaysBusyIsAProblem(t *testing.T) {
	client, _, _ := script(t, answer{429, "0", `{"code":"busy"}`}, answer{429, "0", `{"code":"busy"}`})
	client.Retries = 1
	if err := client.Version(context.Background(), &M{}); CodeOf(err) != "busy" {
		t.Error(err)
	}
}

func TestNobodyThereAndNoJSON(t *testing.T) {
	nobody := New("http://127.0.0.1:9")
	nobody.Retries = 1
	if err := nobody.Version(context.Background(), &M{}); err == nil || CodeOf(err) != "" {
		t.Error(err)
	}
	client, _, _ := script(t, answer{502, "", "<html>"})
	client.Retries = 0
	if err := client.Version(context.Background(), &M{}); CodeOf(err) != "no_json" {
		t.Error(err)
	}
}

func TestWaitsEndWithTheContext(t *testing.T) {
	client, _, _ := script(t, answer{503, "30", `{}`})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := client.Ask(ctx, "/version", nil, &json.RawMessage{}); err == nil {
		t.Error("no error")
	}
}
