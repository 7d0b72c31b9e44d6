#!/usr/bin/env -S gnuplot -c
# plot.gp LOG.tsv OUT.png - what a training run came to: strength, points, losses over millions of decisions.
# LOG.tsv is what `ddz-train --log` writes.
set terminal pngcairo size 900,960 font "sans,10"
set output ARG2
set datafile separator tab
set multiplot layout 3,1
set grid
set key outside right
set xlabel "million decisions"

# Lines of one kind: round part seconds decisions games ...; match part seconds decisions opponent objective won points
match(opponent, objective) = sprintf("<awk -F'\\t' '$1==\"match\" && $5==\"%s\" && $6==\"%s\"' '%s'", opponent, objective, ARG1)
rounds = sprintf("<awk -F'\\t' '$1==\"round\" && $7>0' '%s'", ARG1)

set title "games won, playing to win"
plot match("rules", "win") using ($4/1e6):7 with linespoints pt 7 ps 0.5 title "against rules", \
     match("prompt", "win") using ($4/1e6):7 with linespoints pt 7 ps 0.5 title "against prompt"
set title "points a game, playing for points"
plot match("rules", "points") using ($4/1e6):8 with linespoints pt 7 ps 0.5 title "against rules", \
     match("random", "points") using ($4/1e6):8 with linespoints pt 7 ps 0.5 title "against random"
set title "loss"
set logscale y
plot rounds using ($4/1e6):7 with lines title "win: cross entropy", \
     rounds using ($4/1e6):8 with lines title "points: half squares"
