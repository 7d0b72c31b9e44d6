# zsh_completes.zsh - what zsh offers for a command line: its completions run in a shell of their own, at a terminal.
#
# usage: zsh -f zsh_completes.zsh FOLDER LINE      FOLDER has the completions; prints what is offered, a line each
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
offered() {
  local text
  zpty -r -m shell text "*$1*" && print -r -- "${text//$'\r'/}"
}
zpty -w shell "PROMPT=; fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -D
compadd() {
  case \" \$* \" in *' -'[OAD]' '*) builtin compadd \"\$@\"; return ;; esac
  local -a hits
  builtin compadd -O hits \"\$@\"
  print -rl -- 'offered: '\$^hits
}
bindkey '^I' complete-word
say_end() { print the-end-of-it }
zle -N say_end
bindkey '^X' say_end
print rea''dy"
offered ready >/dev/null
zpty -n -w shell "$2"$'\t\x18'
offered the-end-of-it | sed -n 's/.*offered: //p'
