#!/usr/bin/env bash
# pages.sh - does every Chinese page say what its English page says, and does every link lead somewhere?
#
# usage: tests/pages.sh [ROOT]        README.md and README.zh-CN.md, docs/zh/NAME.md and docs/NAME.md under ROOT; links
#                                     of all pages to files
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

check "${1:-.}"
[ $faults = 0 ] && echo "pages: every Chinese page has the headings, code, tables, names and links of its English page; all links lead to files"
exit $((faults > 0))
