module example.com/picks

go 1.20
