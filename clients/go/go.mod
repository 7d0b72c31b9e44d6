module ddz

go 1.19
