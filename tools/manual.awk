# manual.awk - what `PROGRAM --help` prints, which comes from the table of its options, as a man page or as a
# completion for bash, zsh or fish.
#
# awk -f tools/manual.awk -v kind=man -v name=ddzd -v section=8 -v about=SUMMARY -v version=0.2.0 help.txt
# awk -f tools/manual.awk -v kind=bash|zsh|fish -v name=ddzd -v presets="standard douzero" help.txt
#
# A row of the table is "  --name [TAKES or ENVIRONMENT]  text". What stands before the first row is usage and
# description; a line "Network:" between rows is a group of them. What stands after the last row is printed as it is;
# a line in capitals begins a section of its own.

# The sentence of a page: `about`, or what the first line of the source says behind the name.
BEGIN {
  if (source != "" && (getline about < source) > 0) {
    sub(/^\/\* [a-z0-9-]+ - /, "", about)
    sub(/[.?]? *(\*\/)?$/, "", about)
  }
}

function roff(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  sub(/^[.']/, "\\\\\\&&", text)
  return text
}

/^  --/ && !after {
  rows++
  option[rows] = substr($1, 3)
  text = substr($0, 3 + length($1))
  sub(/^ */, "", text)
  word = text
  sub(/ .*/, "", word)
  takes[rows] = environment[rows] = ""
  if (word ~ /^DDZ_/) environment[rows] = word
  else if (word ~ /^[A-Z][A-Z0-9,:-]*$/ && text ~ /^[^ ]+ +[^ ]/ && word !~ /^(TCP|IPv[46])$/) takes[rows] = word
  if (environment[rows] takes[rows] != "") sub(/^[^ ]+ +/, "", text)
  help[rows] = text
  next
}
/^[A-Z][a-z ]+:$/ && !after { group[rows + 1] = substr($0, 1, length($0) - 1); next }
!rows && !(1 in group) { before[++lines] = $0; next }
$0 == "" && !after { next }
{ after = 1; tail[++tails] = $0 }

# Is the value a list of these words?
function several(i) { return help[i] ~ /separated by commas: / }

# The words a value may be, "" when it may be anything: "(off|on, default on)" of a choice, or a list in the text.
function words_of(i, text) {
  if (match(help[i], /\([a-z]+(\|[a-z]+)+, default/)) {
    text = substr(help[i], RSTART + 1, RLENGTH - 10)
    gsub(/\|/, " ", text)
    return text
  }
  if (several(i)) {
    text = help[i]
    sub(/.*separated by commas: /, "", text)
    gsub(/,/, "", text)
    return text
  }
  if (takes[i] ~ /^(NAME|PRESET)$/ && option[i] == "rules") return presets
  if (takes[i] == "ROLE") return "landlord farmer landlord_down landlord_up"
  return ""
}

function has_value(i) { return environment[i] takes[i] != "" }

function man(i, in_text, open) {
  printf ".\\\" Made by tools/manual.awk from %s --help.\n", name
  printf ".TH %s %s \"\" \"ddz %s\" \"ddz\"\n", toupper(roff(name)), section, version
  printf ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.nf\n", roff(name), roff(about)
  for (i = 1; i <= lines && before[i] != ""; i++) {
    text = before[i]
    sub(/^(usage:|      ) */, "", text)
    printf "%s\n", roff(text)
  }
  printf ".fi\n"
  for (; i <= lines; i++) {
    if (before[i] == "") continue
    if (!in_text) printf ".SH DESCRIPTION\n"
    else if (before[i - 1] == "") printf ".PP\n"
    in_text = 1
    printf "%s\n", roff(before[i])
  }
  if (rows) printf ".SH OPTIONS\n"
  for (i = 1; i <= rows; i++) {
    if (i in group) printf ".SS %s\n", roff(group[i])
    printf ".TP\n\\fB%s\\fR%s\n", roff("--" option[i]), has_value(i) ? " \\fI" roff(takes[i] == "" ? "VALUE" : takes[i]) "\\fR" : ""
    printf "%s\n", roff(help[i])
    if (environment[i] != "") printf ".br\nEnvironment: \\fB%s\\fR\n", environment[i]
  }
  for (i = 1; i <= tails; i++)
    if (tail[i] ~ /^[A-Z][A-Z ]+$/) { printf "%s.SH %s\n.nf\n", open ? ".fi\n" : "", tail[i]; open = 1 }
    else if (!open && tail[i] != "") { printf ".SH NOTES\n.nf\n%s\n", roff(tail[i]); open = 1 }
    else if (open) printf "%s\n", tail[i] == "" ? ".sp" : roff(tail[i])
  if (open) printf ".fi\n"
  printf ".SH SEE ALSO\n%s\n", name == "ddzd" ? ".BR ddz (3)" : ".BR ddzd (8)"
}

# Where no words are known the shell completes names of files.
function bash(i, shell, all) {
  shell = name
  gsub(/-/, "_", shell)
  printf "# Completion of %s for bash; made by tools/manual.awk from its --help.\n_%s() {\n", name, shell
  printf "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
  printf "  if [ \"$word\" = = ]; then word=; elif [ \"$option\" = = ]; then option=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
  printf "  COMPREPLY=()\n  case $option in\n"
  for (i = 1; i <= rows; i++) {
    all = all (i > 1 ? " " : "") "--" option[i]
    if (several(i)) printf "  --%s) COMPREPLY=($(compgen -P \"${word%%\"${word##*,}\"}\" -W \"%s\" -- \"${word##*,}\")) ;;\n", option[i], words_of(i)
    else if (words_of(i) != "") printf "  --%s) COMPREPLY=($(compgen -W \"%s\" -- \"$word\")) ;;\n", option[i], words_of(i)
    else if (has_value(i)) printf "  --%s) ;;\n", option[i]
  }
  printf "  *) [[ $word != -* ]] || COMPREPLY=($(compgen -W \"%s\" -- \"$word\")) ;;\n  esac\n}\n", all
  printf "complete -o default -F _%s %s\n", shell, name
}

function zsh(i, text) {
  printf "#compdef %s\n# Completion of %s for zsh; made by tools/manual.awk from its --help.\n_arguments", name, name
  for (i = 1; i <= rows; i++) {
    text = help[i]
    gsub(/[][\\:]/, "\\\\&", text)
    gsub(/'/, "'\\''", text)
    printf " \\\n  '--%s%s[%s]", option[i], has_value(i) ? "=" : "", text
    if (has_value(i)) printf ":%s:%s", tolower(takes[i] == "" ? "VALUE" : takes[i]), several(i) ? "_values -s , name " words_of(i) : words_of(i) == "" ? "_files" : "(" words_of(i) ")"
    printf "'"
  }
  printf " \\\n  '*:file:_files'\n"
}

function fish(i, text) {
  printf "# Completion of %s for fish; made by tools/manual.awk from its --help.\n", name
  for (i = 1; i <= rows; i++) {
    text = help[i]
    gsub(/['\\]/, "\\\\&", text)
    printf "complete -c %s -l %s", name, option[i]
    if (several(i)) printf " -x -a '(__fish_complete_list , \"string split \\\\  -- %s\")'", "\\'" words_of(i) "\\'"
    else if (words_of(i) != "") printf " -x -a '%s'", words_of(i)
    else if (has_value(i)) printf " -r -F"
    printf " -d '%s'\n", text
  }
}

END {
  if (kind == "man") man()
  else if (kind == "zsh") zsh()
  else if (kind == "fish") fish()
  else bash()
}
