module example.org/ddz/clients/go

go 1.19
