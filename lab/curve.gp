#!/usr/bin/env -S gnuplot -c
# curve.gp CURVE.tsv OUT.png - games won and points of the search by the time of a move, as curve.sh wrote them.
set terminal pngcairo size 960,400 font "sans,10"
set output ARG2
set datafile separator tab
set multiplot layout 1,2
set grid
set logscale x
set key bottom right
set xlabel "milliseconds a move, on average"
against(opponent) = sprintf("<awk -F'\\t' '$1==\"%s\"' '%s'", opponent, ARG1)
set title "games won, with 95 % intervals"
plot for [o in "net rules"] against(o) using 2:3:4 with yerrorlines pt 7 ps 0.6 title "against ".o
set title "points a game"
plot for [o in "net rules"] against(o) using 2:5:6 with yerrorlines pt 7 ps 0.6 title "against ".o
