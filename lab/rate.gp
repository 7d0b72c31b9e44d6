#!/usr/bin/env -S gnuplot -c
# rate.gp RATES.tsv OUT.svg - ratings of ddz-bench 1 with their intervals, and by the CPU time of a move, as rate.sh wrote them.
set terminal svg size 960,420 font "sans,12" background "white"
set output ARG2
set datafile separator tab
set multiplot layout 1,2
set grid
unset key
sorted = sprintf("<sort -t'\t' -k3,3n '%s'", ARG1)
set xrange [0:1]
set xlabel "share of games won, with 95 % intervals"
set offsets 0, 0, 0.5, 0.5
plot sorted using 3:0:4:ytic(1) with xerrorbars pt 7 ps 0.5 lw 2
set xrange [*:*]
set yrange [0:1]
set ytics auto format "%g"
set logscale x
set xlabel "CPU time of a move, microseconds"
set offsets graph 0.1, graph 0.15, 0, 0
plot sorted using 15:3:4 with yerrorbars pt 7 ps 0.5 lw 2, '' using 15:3:1 with labels left offset 0.7,0 font ",10" noenhanced
