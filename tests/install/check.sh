#!/usr/bin/env bash
# check.sh - `make install` into a temporary root, and what is there used: man pages, completions, the examples of
# each language against the installed library, clients and service; then `make uninstall`.
#
# usage: tests/install/check.sh OUT      OUT has the programs and libddz; MAKE is make
set -u
out=$1
# shellcheck source=tests/script.sh
. tests/script.sh check-install
root=$dir/root usr=$dir/root/usr
version=$(sed -n 's/.*DDZ_VERSION "\(.*\)"/\1/p' api/version.h)
installs() { ${MAKE:-make} --no-print-directory MODE="${out##*/}" PREFIX=/usr DESTDIR="$root" "$1" >"$dir/said" 2>&1 || fault "make $1: $(cat "$dir/said")"; }

# --- the files ---

installs install
tools=$(cd tools && echo ddz-*.c | sed 's/\.c//g')
{
  sed "s/VERSION/$version/; s|MODULE|$(sed -n 's/^module //p' clients/go/go.mod)|" tests/install/files.txt
  (cd clients/js && find . -maxdepth 1 -name '*.[jt]s' -printf 'share/nodejs/ddz-client/%P\n')
  (cd clients/python/ddz && find . -name __pycache__ -prune -o \( -name '*.py' -o -name py.typed \) -printf 'lib/python3/dist-packages/ddz/%P\n')
  for tool in $tools; do printf '%s\n' "bin/$tool" "share/man/man1/$tool.1" "share/bash-completion/completions/$tool" \
    "share/zsh/site-functions/_$tool" "share/fish/vendor_completions.d/$tool.fish"; done
} | sort >"$dir/wanted"
diff "$dir/wanted" <(cd "$usr" && find . ! -type d -printf '%P\n' | sort) >"$dir/diff" || fault "other files than expected: $(cat "$dir/diff")"
grep -q '^ExecStart=/usr/bin/ddzd' "$usr/lib/systemd/system/ddzd.service" || fault "the unit starts another program"

# Python finds it, below this prefix and below the usual one, and it leaves with all that Python wrote beside it.
for prefix in /usr /usr/local; do
  ${MAKE:-make} --no-print-directory MODE="${out##*/}" PREFIX=$prefix DESTDIR="$dir/python" install >"$dir/said" 2>&1 || fault "make install: $(cat "$dir/said")"
  /usr/bin/python3 -c 'import os, site, sys; sys.exit(not any(os.path.exists(f"{sys.argv[1]}{p}/ddz/__init__.py") for p in site.getsitepackages()))' "$dir/python" ||
    fault "Python does not look where make install PREFIX=$prefix puts the client"
  /usr/bin/python3 -m compileall -q "$dir/python$prefix/lib/python3/dist-packages"
  ${MAKE:-make} --no-print-directory MODE="${out##*/}" PREFIX=$prefix DESTDIR="$dir/python" uninstall >"$dir/said" 2>&1 || fault "make uninstall: $(cat "$dir/said")"
  left=$(find "$dir/python" ! -type d -o -name '*ddz*')
  [ -z "$left" ] || fault "uninstall leaves $left"
done

# --- man pages: well-formed, and with every option ---

for page in "$usr"/share/man/man*/*; do
  said=$(groff -k -man -Tutf8 -ww -z "$page" 2>&1) || fault "$page: $said"
  for section in DESCRIPTION 'EXAMPLES\?' '\(EXIT STATUS\|RETURN VALUE\)'; do
    grep -q "^\.SH $section$" "$page" || fault "$page has no section $section"
  done
  [ -z "$said" ] || fault "$page: $said"
done
for program in ddzd $tools; do
  page=$(echo "$usr"/share/man/man[18]/"$program".[18])
  for option in $("$usr/bin/$program" --help | sed -n 's/^  \(--[a-z0-9-]*\) .*/\1/p'); do
    sed 's/\\-/-/g' "$page" | grep -q "^\\\\fB$option\\\\fR" || fault "$page lacks $option"
  done
  sed -n '/^.SH NAME/{n;p}' "$page" | sed 's/\\-/-/g' | grep -Eq "^$program - .{10}" || fault "$page does not say what $program is"
done

# --- completions ---

completes() { # wanted, words of the command line...
  local wanted=$1 said
  shift
  said=$(bash -c '. "$0" && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && "_${1//-/_}" && echo "${COMPREPLY[*]}"' \
    "$usr/share/bash-completion/completions/$1" "$@" 2>&1)
  [ "$said" = "$wanted" ] || fault "completion of '$*' says '$said', not '$wanted'"
}
completes '--port' ddzd --po
completes 'off error warning notice info' ddzd --log-level ''
completes 'error' ddzd --port 80 --log-level = e
completes 'off on' ddzd --console =
completes '' ddzd --model ''
completes '--landlord' ddz-game --seed 7 --la
completes 'douzero' ddz-game --rules d
completes 'farmer' ddz-solve --to-move f
for program in ddzd $tools; do
  bash -n "$usr/share/bash-completion/completions/$program" || fault "completion of $program"
  zsh -n "$usr/share/zsh/site-functions/_$program" || fault "completion of $program for zsh"
  fish -n "$usr/share/fish/vendor_completions.d/$program.fish" || fault "completion of $program for fish"
done
# fish offers a whole list, zsh its last word. fish 4 also offers words that have these letters elsewhere.
last_words() { sed 's/.*,//' | grep -e "^$1" | sort | xargs; } # how they begin
no_terminal=$(zsh -f -c 'zmodload zsh/zpty && zpty one true' 2>&1) && no_terminal=
[ -z "$no_terminal" ] || skip "completions are not tried in zsh: $no_terminal"
others_complete() { # wanted, command line
  local said
  if [ -z "$no_terminal" ]; then
    said=$(timeout 60 zsh -f tests/install/zsh_completes.zsh "$usr/share/zsh/site-functions" "$2" | last_words "${2##* }")
    [ "$said" = "$1" ] || fault "completion of '$2' in zsh says '$said', not '$1'"
  fi
  said=$(fish --no-config -c "source $usr/share/fish/vendor_completions.d/${2%% *}.fish; complete -C '$2'" | cut -f1 | last_words "${2##* }")
  [ "$said" = "$1" ] || fault "completion of '$2' in fish says '$said', not '$1'"
}
others_complete '--port' 'ddzd --po'
others_complete 'error info notice off warning' 'ddzd --log-level '
others_complete '--landlord' 'ddz-game --seed 7 --la'
others_complete 'farmer' 'ddz-solve --to-move f'

# --- pip, without setuptools and without a network ---

files_of() { (cd clients/python && find . -name __pycache__ -prune -o -type f -print | sort); }
files_of >"$dir/before"
/usr/bin/python3 -m pip install -q --no-index --root-user-action=ignore --target "$dir/pip" ./clients/python >"$dir/said" 2>&1 ||
  fault "pip install: $(tail -5 "$dir/said")"
files_of | diff "$dir/before" - >"$dir/diff" || fault "pip leaves behind: $(cat "$dir/diff")"
[ -e "$(echo "$dir"/pip/ddz_client-*.dist-info/LICENSE)" ] || fault "what pip installed has no licence"
(cd / && PYTHONPATH=$dir/pip /usr/bin/python3 -B -c 'import ddz.dropin.rlcard; ddz.Client') || fault "what pip installed cannot be imported"

# --- the examples, from what is installed ---

examples=$usr/share/doc/ddz/examples
export PKG_CONFIG_PATH=$usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
plays() { # what, wanted in the output, command...
  local what=$1 wanted=$2
  shift 2
  "$@" >"$dir/said" 2>&1 || fault "$what fails: $(tail -5 "$dir/said")"
  grep -q "$wanted" "$dir/said" || fault "$what says: $(tail -3 "$dir/said" | cut -c1-300)"
}
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror -std=c11 "$examples/libddz/play.c" $(pkg-config --cflags --libs ddz) -o "$dir/play" || fault "play.c does not compile"
# shellcheck disable=SC2046
cc "$examples/libddz/play.c" $(pkg-config --cflags ddz) "$usr/lib/libddz.a" $(pkg-config --static --libs-only-l ddz | sed 's/-lddz//') -o "$dir/play-static" ||
  fault "play.c does not link with libddz.a"
[ "$(pkg-config --modversion ddz)" = "$version" ] || fault "ddz.pc has another version"
in_process() { LD_LIBRARY_PATH=$usr/lib PYTHONPATH=$usr/lib/python3/dist-packages DDZ_LIBRARY=$usr/lib/libddz.so.0 "$@"; }
plays 'the C example' '"phase":"over"' in_process "$dir/play"
plays 'the C example, linked with libddz.a' '"phase":"over"' "$dir/play-static"
plays 'the example of ctypes' '"phase":"over"' in_process python3 -B "$examples/libddz/play.py"
plays 'the Python example' '^score ' in_process python3 -B "$examples/python/play.py"
plays 'the installed drop-in' 'decide_play' in_process python3 -B -m ddz.dropin --help
plays 'the installed library' 'ddz-' in_process python3 -B -c 'import ddz; print(ddz.Local().version()["model"]["name"])'

serve ddzd "$usr/bin/ddzd" --port 0 --log-level notice
plays 'the installed service' '"model":{' get /version
mkdir "$dir/node_modules"
cp -r "$usr/share/nodejs/ddz-client" "$dir/node_modules/"
cp "$examples/js/play.mjs" "$dir/"
plays 'the Node example' '^score ' node "$dir/play.mjs" "$url"
export GOCACHE=${GOCACHE:-$PWD/build/gocache} GO111MODULE=off GOPATH=$usr/share/gocode
go build -o "$dir/go-play" "$examples/go/main.go" || fault "the Go example does not compile"
plays 'the Go example' '^score ' "$dir/go-play" "$url"
for lines in 20:libddz/play.c 15:libddz/play.py 15:python/play.py 15:js/play.mjs 20:go/main.go; do
  [ "$(wc -l <"$examples/${lines#*:}")" -le "${lines%%:*}" ] || fault "${lines#*:} has more than ${lines%%:*} lines"
done

# --- and away again ---

installs uninstall
left=$(cd "$root" && find . ! -type d)
[ -z "$left" ] || fault "uninstall leaves $left"
for folder in ddz doc/ddz gocode; do [ ! -e "$usr/share/$folder" ] || fault "uninstall leaves $usr/share/$folder"; done

verdict "files, man pages, completions and the examples of four languages are as they are told to be"
