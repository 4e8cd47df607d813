module example.com/attribution

go 1.20
