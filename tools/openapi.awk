# openapi.awk - openapi.yaml as it is served: a long example lies in a file of its own, `value: {$ref: 'FILE'}`, and is put in.
BEGIN { FS = "'" }
/^ *value: {\$ref: / {
  file = $2
  sub(/{.*/, "")
  printf "%s", $0
  for (n = 0; (getline line < file) > 0; n++) { sub(/^ */, "", line); printf "%s", line }
  if (!n) { print file " cannot be read" > "/dev/stderr"; exit 1 }
  print ""
  next
}
1
