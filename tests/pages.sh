#!/usr/bin/env bash
# pages.sh - does every Chinese page say what its English page says, and does every link lead somewhere?
#
# usage: tests/pages.sh [ROOT]        README.md and README.zh-CN.md, docs/zh/NAME.md and docs/NAME.md under ROOT; links
#                                     of all pages to files
#        tests/pages.sh --self-test   shows on small pages that a difference is found
#
# Words are not compared. What is: the headings by level, the lines of code without their comments, the rows of
# tables with their cells; and in each section the names in code marks, the links, and the numbers in tables.
# It also wants a link from each page to its twin.
set -u
export LC_ALL=C

faults=0
fault() {
  echo "pages: $*" >&2
  faults=$((faults + 1))
}

# The skeleton of a page, a fact a line: section number, kind, what. Pages are compared by these lines.
skeleton() { # page
  awk '
    function emit(kind, what) { printf "%02d %s %s\n", section, kind, what }
    function named(line,   rest, word) { # names in code marks, and links by the name of the file
      for (rest = line; match(rest, /`[^`]+`/); rest = substr(rest, RSTART + RLENGTH))
        emit("name", substr(rest, RSTART, RLENGTH))
      for (rest = line; match(rest, /\]\([^)]+\)/); rest = substr(rest, RSTART + RLENGTH)) {
        word = substr(rest, RSTART + 2, RLENGTH - 3)
        sub(/.*\//, "", word)
        emit("link", word)
      }
    }
    function row(line,   cells, n, i, rest) {
      n = split(line, cells, "|")
      emit("row", ++rows " of " n - 2 " cells")
      for (i = 2; i < n; i++)
        for (rest = cells[i]; match(rest, /[0-9][0-9,.]*[0-9]|[0-9]/); rest = substr(rest, RSTART + RLENGTH))
          emit("number", "row " rows " " substr(rest, RSTART, RLENGTH))
    }
    /^```/ { fenced = !fenced; emit("fence", ++fences $0); next }
    fenced || /^    / {
      sub(/(^|[ \t]+)#.*/, "")
      if ($0 != "") emit("code", sprintf("%03d ", ++codes) $0)
      next
    }
    /^#+ / { section++; match($0, /^#+/); emit("heading", RLENGTH); if (section == 1) next }
    /^\[[^]]*\]\([^)]*\)$/ && section == 1 { next } # the link to the twin
    { named($0) }
    /^\|/ { row($0) }
  ' "$1" | sort -u
}

compare() { # root, English page, Chinese page
  local difference
  for page in "$2" "$3"; do
    [ -e "$1/$page" ] || { fault "$page is not there"; return; }
  done
  difference=$(diff <(skeleton "$1/$2") <(skeleton "$1/$3")) ||
    fault "$2 (<) and $3 (>) differ, by section:"$'\n'"$difference"
  head -3 "$1/$2" | grep -qF "(${3#docs/})" || fault "$2 has no link to $3 in its first lines"
  case $3 in
  docs/zh/*) head -3 "$1/$3" | grep -qF "(../${2#docs/})" ;;
  *) head -3 "$1/$3" | grep -qF "($2)" ;;
  esac || fault "$3 has no link to $2 in its first lines"
}

# Links of every page to files of ours.
links() { # root
  local page link
  while read -r page; do
    while read -r link; do
      [ -e "${page%/*}/${link%%#*}" ] || fault "$page has a link to $link, which is not there"
    done < <(grep -oE '\]\([^)]+\)' "$page" | sed 's/^](//; s/)$//' | grep -vE '^(https?:|#)')
  done < <(find "$1" -name '*.md' -not -path '*/build/*' -not -path '*/node_modules/*')
}

check() { # root
  links "$1"
  compare "$1" README.md README.zh-CN.md
  local page
  for page in "$1"/docs/zh/*.md; do
    compare "$1" "docs/${page##*/}" "docs/zh/${page##*/}"
  done
}

# Each line spoils the Chinese page in one way, by sed; all of them must be found, and the page unspoiled must not.
self_test() {
  local spoil
  dir=$(mktemp -d) # for the trap, too, so not local
  trap 'rm -rf "$dir"' EXIT
  mkdir -p "$dir/docs/zh"
  printf '# a - [zh](README.zh-CN.md)\n' >"$dir/README.md"
  printf '# b - [en](README.md)\n' >"$dir/README.zh-CN.md"
  printf '# Cards\n\n[zh](zh/cards.md)\n\nSay `hand`, see [cards](cards.md).\n\n## Ask\n\n    curl -s  # now\n\n| a | 27 |\n' >"$dir/docs/cards.md"
  local twin='# Z\n\n[en](../cards.md)\n\nZ `hand` Z [Z](cards.md).\n\n## Z\n\n    curl -s  # Z\n\n| Z | 27 |\n'
  printf %b "$twin" >"$dir/docs/zh/cards.md"
  (check "$dir"; exit $faults) || { echo "pages: a pair of equal pages is refused" >&2; return 1; }
  while read -r spoil; do
    printf %b "$twin" | sed "$spoil" >"$dir/docs/zh/cards.md"
    (check "$dir"; exit $faults) 2>/dev/null && { echo "pages: not found: $spoil" >&2; return 1; }
  done <<'SPOILS'
s/^## Z/### Z/
/^## Z/d
s/curl -s/curl/
s/`hand`/`hands`/
s/(cards.md/(engine.md/
s/27/28/
/^| Z/d
s/| 27 |/| 27 | Z |/
/^.en/d
SPOILS
  printf %b "$twin" >"$dir/docs/zh/cards.md"
  printf '[a](b.md)\n' >"$dir/docs/links.md"
  (check "$dir"; exit $faults) 2>/dev/null && { echo "pages: not found: a link that leads nowhere" >&2; return 1; }
  rm "$dir/docs/links.md"

  rm "$dir/docs/cards.md"
  (check "$dir"; exit $faults) 2>/dev/null && { echo "pages: not found: a page without its twin" >&2; return 1; }
  echo "pages: eleven kinds of faults are found"
}

if [ "${1:-}" = --self-test ]; then
  self_test
  exit
fi
check "${1:-.}"
[ $faults = 0 ] && echo "pages: every Chinese page has the headings, code, tables, names and links of its English page; all links lead to files"
exit $((faults > 0))
