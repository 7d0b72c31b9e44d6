#!/usr/bin/env bash
# words.sh - plain English: no word that a reader of a second language must look up, no private word for a thing that has
# a usual one.
#
# usage: tests/words.sh [ROOT]        comments, messages and pages of core, api, service, lib, tools, docs, web, lab
#                                     and clients, deploy, openapi.yaml, Makefile and the pages beside it
#
# A row is a pattern (grep -E, by whole words), then what to write instead.
set -u
export LC_ALL=C.UTF-8

words="daily bread|of small things, all the time
it stays ([.]|so)|this is final, nothing changes
where nothing is said|by default
reads? over|ignored
than (what )?is unsure|its error
whose turn it is (does|says|lead)|the player to act
(/[*]|[a-z]+[.]) who (leads|called|knows|searches|lists|asks)|the player who
lets through|at most
rather not|below one half
says it all|decides
moot|that no longer matters
by who|by
all time is over|the time is up
told so|is told, gets an answer
(to|for|with|of|only|than|is) who [a-z]+|the player who, a caller that
in (the )?place of which|which ... it replaces
sought|wanted, asked for
belongs into|belongs in
(whence|whither|thence|hither|wherein|whereof|thereof|therein|hitherto)|from where, of which, in it
(aught|naught|lest|albeit|ere|whoso|betwixt|nigh|fain)|anything, nothing, so that not, although, before
for ever|without end, always
at leisure|later
dear(er|est)|higher, best, costly
many a|many
other's growing by itself|automatic growth
council|ensemble
crew|thread pool
drop_hopeless|eliminate
(slant|share_of_ends)|bias, shrinkage
(ahead_ahead|ahead_more)|covariance
(put_in_all|put_off|take_in)|add, defer, admit
deeds?|observed actions"

# What users read: the pages, the descriptions of the interface, messages, help. There these words have a usual one.
# Names in code marks, fields and examples stay: they are promised.
house="questions?|request, decision
(asks?|asked|asking)|requests; whose turn it is; (asked again) retried
(answers?|answered|answering)|response, returned
(tells?|told|telling)|returns, says, reports
refus(e|es|ed|al|als|ing)|rejected
prompts?|hint, list of plays
readings|interpretation
(an?|one|the|each|every|this|that|best|another) reading|interpretation
(rollouts?|playouts?)|simulation
in trouble|failures
(he|his|him|himself)|it, they, or who is meant"

# The texts of these files, one a line as FILE:LINE:TEXT, without names in code marks, code and examples.
texts() { # root, files...
  (cd "$1" && shift && awk '
    FNR == 1 { fenced = 0 }
    FILENAME ~ /[.]md$/ {
      if (/^```/) fenced = !fenced
      if (fenced || /^```|^    /) next
      gsub(/`[^`]*`|\]\([^)]*\)/, "")
    }
    FILENAME ~ /[.]yaml$/ {
      if (/^ *(value:|x-|operationId|- \{\$ref|[a-z_A-Z]+:$)/) next
      gsub(/`[^`]*`|(enum|required|tags): \[[^]]*\]|[a-zA-Z_]+: |\$ref: [^,}]*|\/[a-z-]+|--[a-z-]+/, "")
    }
    FILENAME ~ /[.]json$/ { sub(/^ *"[^"]*": /, "") }
    FILENAME ~ /[.]def$/ {
      text = ""
      for (rest = $0; match(rest, /"[^"]*"/); rest = substr(rest, RSTART + RLENGTH))
        if (substr(rest, RSTART, RLENGTH) ~ / /) text = text " " substr(rest, RSTART, RLENGTH)
      $0 = text
    }
    NF { print FILENAME ":" FNR ":" $0 }' "$@" 2>/dev/null)
}

look_at_texts() { # root
  # shellcheck disable=SC2046
  texts "$1" $(cd "$1" && ls openapi.yaml README.md SECURITY.md CONTRIBUTING.md docs/*.md {core,api,service,lib,tools,clients,deploy,models,web,tests,lab}/README.md {core,api,service,lib,tools,clients}/*/README.md lib/*.3 core/base/*.def core/rules/*.def core/game/*.def core/x/*.def api/*/*.def service/ops/options.def web/words/en.json 2>/dev/null) |
    grep -iE "^[^:]*:[0-9]+:(.*[^a-zA-Z_])?(${house_pattern})([^a-zA-Z_]|\$)"
}

look() { # root
  (cd "$1" && grep -rnHiE --include='*.[ch]' --include='*.def' --include='*.md' --include='*.js' --include='*.sh' --include='*.py' --include='*.css' \
    --include='*.mjs' --include='*.ts' --include='*.go' --include='*.json' --include='*.yaml' --include='*.yml' --include='*.env' --include='*.conf' --include=Makefile \
    --exclude-dir=vendor --exclude-dir=notebooks --exclude-dir=node_modules -- "(^|[^a-zA-Z_])(${pattern})([^a-zA-Z_]|\$)" core api service lib tools docs web lab clients deploy openapi.yaml Makefile README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md 2>/dev/null |
    grep .) # folders that a small tree lacks are no fault
}

house_pattern=$(while read -r row; do echo "${row%|*}"; done <<<"$house" | paste -sd"|")
pattern=$(while read -r row; do echo "${row%|*}"; done <<<"$words" | paste -sd"|")
if found=$(look "${1:-.}" || look_at_texts "${1:-.}"); then
  echo "$found" >&2
  echo "words: plain words instead, please; tests/words.sh has them" >&2
  exit 1
fi
echo "words: nothing but plain ones"
