let
    one = 1
    @test one == 2
end
