# join.awk - all modules that a module reaches, as one module, so that a browser asks once.
#
# usage: awk -v root=FOLDER -v entry=main.js -f tools/join.awk >FOLDER/joined.js
#
# Every module becomes a function that gives what it exports; it runs once, when it is first wanted, so a page that nobody
# opens costs no more than its bytes. Comments that fill lines stay behind, and types; licences do not. So do the blanks
# before the lines of view/, where they mean nothing in templates either. What is understood of the
# language is what web/ is written in, one import or export to a line; anything else ends this with an error.
#
#   import { a, b as c } from './x.js';                  export const a = 1;
#   import * as x from './x.js';                         export function a() {   (async too)
#   import x from './x.json' with { type: 'json' };      export class A {
#   await import('./x.js')                               export{a as b,c as d};  (vendored)
#   import.meta.url

function fail(text) {
  print path ": " text > "/dev/stderr"
  failed = 1
  exit 1
}

# The path in the folder of what `module` calls `name`.
function resolved(module, name,   at) {
  sub(/[^\/]*$/, "", module)
  while (name ~ /^\.\.?\//) {
    if (name ~ /^\.\.\//) sub(/[^\/]*\/$/, "", module)
    sub(/^\.\.?\//, "", name)
  }
  at = module name
  if (!(at in known)) {
    known[at] = 1
    queue[++queued] = at
  }
  return at
}

# The text between the first two quotes of an import.
function quoted(text) {
  if (split(text, parts, "'") < 3) fail("not understood: " text)
  return parts[2]
}

function import_of(line,   names, from) {
  from = "from('" resolved(path, quoted(line)) "')"
  names = line
  sub(/^import +/, "", names)
  if (!sub(/ +from '.*/, "", names)) fail("not understood: " line)
  if (names ~ /^\{.*\}$/) gsub(/ as /, ": ", names)
  else sub(/^\* as /, "", names)
  return "const " names " = " from ";"
}

function exported(name) { exports = exports (exports ? ", " : "") name }

# A line without its `export`; what it names is kept.
function export_of(line,   name) {
  sub(/^export +/, "", line)
  name = line
  if (!sub(/^(const|class|function|async function) +/, "", name)) fail("not understood: export " line)
  sub(/[^A-Za-z0-9_$].*/, "", name)
  exported(name)
  return line
}

# The end of a minified module.
function exports_of(line,   start, list, n, i, pair) {
  start = match(line, /export\{[^}]*\};$/)
  n = split(substr(line, start + 7, RLENGTH - 9), list, ",")
  for (i = 1; i <= n; i++) {
    if (split(list[i], pair, " as ") == 2) exported(pair[2] ": " pair[1])
    else exported(list[i])
  }
  return substr(line, 1, start - 1)
}

# The imports that are made later, and the module's own address.
function inside(line,   name) {
  while (match(line, /await import\('[^']*'\)/)) {
    name = resolved(path, quoted(substr(line, RSTART, RLENGTH)))
    line = substr(line, 1, RSTART - 1) "from('" name "')" substr(line, RSTART + RLENGTH)
  }
  gsub(/import\.meta\.url/, "new URL('" path "', import.meta.url)", line)
  return line
}

# Is the line part of a comment that fills lines?
function is_comment(line) {
  if (commented) {
    if (line ~ /\*\/ *$/) commented = 0
    return 1
  }
  if (line ~ /^ *\/\//) return 1
  if (path ~ /^vendor\// || line !~ /^ *\/\*/) return 0
  if (line !~ /\*\//) commented = 1
  return commented || match(line, /\*\//) && substr(line, RSTART + 2) ~ /^ *$/
}

function module_of(line) {
  if (is_comment(line)) return
  if (path !~ /^vendor\//) gsub(/\/\*\* @[^*]*\*\/ ?/, "", line)
  if (path ~ /^view\//) sub(/^ +/, "", line)
  if (line ~ /^import [^']* from '/) line = import_of(line)
  else if (line ~ /^export /) line = export_of(line)
  else if (line ~ /export\{[^}]*\};$/) line = exports_of(line)
  print inside(line)
}

function add(  line, read) {
  exports = ""
  commented = 0
  printf "'%s': () => {\n", path
  if (path ~ /\.json$/) printf "return "
  while ((read = (getline line < (root "/" path))) > 0) {
    if (path ~ /\.json$/) print line
    else module_of(line)
  }
  if (read < 0) fail("cannot be read")
  close(root "/" path)
  if (path !~ /\.json$/) print "return { " exports " };"
  print "},"
}

BEGIN {
  print "/* Made of the modules of web/ by tools/join.awk. */"
  print "const made = {};"
  print "const from = (path) => (made[path] ??= makers[path]());"
  print "const makers = {"
  resolved("", entry)
  for (next_one = 1; next_one <= queued; next_one++) {
    path = queue[next_one]
    add()
  }
  print "};"
  print "from('" entry "');"
}
END { exit failed }
