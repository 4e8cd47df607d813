@testset "it's \"quoted\" \$1 (a.*b)" begin
    ran("quoted")
    @test true
end

@testset "日本語" begin
    ran("日本語")
    @test true
end
