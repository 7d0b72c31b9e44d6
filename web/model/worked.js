/* worked.js - one game in one loop, in four languages. Texts, with the address of the service and the comments put in. Pure. */

/** Seat 0 is the caller, whose choice is the line with `robot`; robots sit in the other seats. @type {Record<string, string>} */
const TEXTS = {
  curl: `# {needs_curl} {seats}
actions='[]'
while :; do
  answer=$(jq -n --argjson actions "$actions" \\
      '{rules: "standard", seed: 7, $actions, robots: {"1": {level: 5}, "2": {level: 8}}, robot: true}' |
    curl -s -H 'Content-Type: application/json' -d @- {base}table)
  actions=$(jq -n --argjson a "$actions" --argjson b "$answer" '$a + $b.appended')
  [ "$(jq -r .phase <<<"$answer")" = over ] && break
  # {choice}
  actions=$(jq -n --argjson a "$actions" --argjson b "$answer" '$a + [$b.robot.action]')
done
jq .score <<<"$answer"
`,
  Python: `# {needs_python} {seats}
import json
from urllib.request import Request, urlopen

def table(actions):
    body = {"rules": "standard", "seed": 7, "actions": actions,
            "robots": {"1": {"level": 5}, "2": {"level": 8}}, "robot": True}
    request = Request("{base}table", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)

actions = []
while True:
    state = table(actions)
    actions += state["appended"]
    if state["phase"] == "over":
        break
    actions.append(state["robot"]["action"])  # {choice}
print(state["score"])
`,
  JavaScript: `// {needs_javascript} {seats}
async function table(actions) {
  const body = { rules: 'standard', seed: 7, actions, robots: { 1: { level: 5 }, 2: { level: 8 } }, robot: true };
  const answer = await fetch('{base}table', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.json();
}

const actions = [];
for (;;) {
  const state = await table(actions);
  actions.push(...state.appended);
  if (state.phase === 'over') {
    console.log(state.score);
    break;
  }
  actions.push(state.robot.action); // {choice}
}
`,
  Go: `// {seats}
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

type state struct {
	Phase    string            \`json:"phase"\`
	Score    []int             \`json:"score"\`
	Appended []json.RawMessage \`json:"appended"\`
	Robot    struct {
		Action json.RawMessage \`json:"action"\`
	} \`json:"robot"\`
}

func table(actions []json.RawMessage) (s state, err error) {
	body, _ := json.Marshal(map[string]any{
		"rules": "standard", "seed": 7, "actions": actions, "robot": true,
		"robots": map[string]any{"1": map[string]any{"level": 5}, "2": map[string]any{"level": 8}},
	})
	answer, err := http.Post("{base}table", "application/json", bytes.NewReader(body))
	if err != nil {
		return s, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return s, fmt.Errorf("%s", answer.Status)
	}
	return s, json.NewDecoder(answer.Body).Decode(&s)
}

func main() {
	actions := []json.RawMessage{}
	for {
		s, err := table(actions)
		if err != nil {
			log.Fatal(err)
		}
		actions = append(actions, s.Appended...)
		if s.Phase == "over" {
			fmt.Println(s.Score)
			return
		}
		actions = append(actions, s.Robot.Action) // {choice}
	}
}
`,
};

export const WORKED = Object.keys(TEXTS);

/**
 * @param {string} language one of WORKED
 * @param {string} base the service's address, ending in /
 * @param {(key: string) => string} [t] the comments in a language
 */
export const worked = (language, base, t = (key) => key) =>
  TEXTS[language].replaceAll('{base}', base).replace(/\{(needs_\w+|seats|choice)\}/g, (_, name) => t(`worked.${name}`));
