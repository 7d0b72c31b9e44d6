#!/usr/bin/awk -f
# not_ok.awk - the failed tests in a TAP report of Node, a line each as it comes: name, error, first place in tests/.
function say() { if (name != "") { print name (why != "" ? ": " why : "") (place != "" ? " (" place ")" : ""); fflush() } name = why = place = "" }
/^ *not ok / { say(); name = $0; sub(/^ *not ok [0-9]+ - /, "", name); next }
/^ *ok / { say() }
name != "" && /^ *error: / && why == "" { why = $0; sub(/^ *error: /, "", why) }
name != "" && /tests\/[^ ]*:[0-9]+:[0-9]+/ && place == "" { match($0, /tests\/[^ ]*:[0-9]+/); place = substr($0, RSTART, RLENGTH) }
name != "" && /^ *\.\.\.$/ { say() }
END { say() }
