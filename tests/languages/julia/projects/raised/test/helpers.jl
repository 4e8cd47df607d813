function check(x)
    @test x == 1
end
