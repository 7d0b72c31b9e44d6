#!/usr/bin/env -S gnuplot -c
# reliability.gp BINS.tsv OUT.png - were the probabilities true? A panel for each question.
# BINS.tsv is what `ddz-calibrate --bins` or `ddz-bids --reliability` writes: curve, question, the probability
# told on average in a bin, how often it came, how many there were.
set terminal pngcairo size 960,480 font "sans,10"
set output ARG2
set datafile separator tab
field(n, where) = system(sprintf("awk -F'\\t' '%s' '%s' | cut -f%d | awk '!seen[$0]++' | tr ' ' '_'", where, ARG1, n))
questions = field(2, "1")
curves(q) = field(1, sprintf("$2==\"%s\"", q))
bins(curve, q) = sprintf("<awk -F'\\t' 'gsub(\" \",\"_\",$1)+1 && $1==\"%s\" && $2==\"%s\" {print $3\"\\t\"$4}' '%s'", curve, q, ARG1)
set multiplot layout 1,words(questions)
set size square
set grid
set key top left
set xrange [0:1]
set yrange [0:1]
set xlabel "probability told"
set ylabel "how often it came"
do for [q in questions] {
  set title q
  plot x with lines lc "gray" notitle, \
       for [c in curves(q)] bins(c, q) using 1:2 with linespoints pt 7 ps 0.5 title c noenhanced
}
