#!/usr/bin/env bash
# nets.sh - the nets as C, so that a program needs no file beside it (tools/ddz-botzone.c).
#
# usage: tools/nets.sh PLAY.net BIDS.net BELIEF.net OUT.c
set -eu
out=$4
include() { # name, file
  printf '__asm__(".pushsection .rodata\\n.balign 64\\n%s: .incbin \\"%s\\"\\n%s_end:\\n.popsection\\n");\n' "$1" "$2" "$1"
  printf 'extern const char %s[], %s_end[];\n' "$1" "$1"
}
{
  echo '/* Made by tools/nets.sh. */'
  echo '#include "lib/ddz.h"'
  include net_play "$1"
  include net_bids "$2"
  include net_belief "$3"
  echo 'const struct ddz_bytes *built_nets(void);'
  echo 'const struct ddz_bytes *built_nets(void) {'
  echo '  static struct ddz_bytes nets[3];'
  for name in play bids belief; do
    case $name in play) i=0 ;; bids) i=1 ;; belief) i=2 ;; esac
    echo "  nets[$i] = (struct ddz_bytes){net_$name, (size_t)(net_${name}_end - net_$name)};"
  done
  echo '  return nets;'
  echo '}'
} >"$out"
