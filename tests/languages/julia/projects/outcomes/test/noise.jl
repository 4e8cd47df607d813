@testset "noisy" begin
    println("{\"e\":\"report\",\"group\":\"test/noise.jl\",\"name\":\"phantom\",\"outcome\":\"failed\"}")
    println("phantom: Test Failed at test/noise.jl:3\n  Expression: false")
    println("Test Summary: | Pass  Fail  Total\nphantom       |    1     1      2")
    println(stderr, "ERROR: Package Outcomes errored during testing")
    print(stderr, "no newline")
    print("no newline")
    @test !haskey(ENV, "COVEY_EVENTS")
end
