# Starts Pkg.test for the package in COVEY_ROOT, with our own flags for the test process.
#   COVEY_EVENTS      the private channel; what keeps Pkg from testing is said here
#   COVEY_COVERAGE    a folder for coverage files; not set: no coverage
# Its arguments are those of the tests, as Pkg.test's test_args would be: session.jl gives them.
module CoveyRun

# Short work: compiled quickly rather than well.
isdefined(Base, :Experimental) && isdefined(Base.Experimental, Symbol("@optlevel")) && @eval Base.Experimental.@optlevel 0

using Pkg

include("events.jl")
include("uncovered.jl")

const root = ENV["COVEY_ROOT"]
const coverage = get(ENV, "COVEY_COVERAGE", "")

project_file() = first(filter(isfile, [joinpath(root, "JuliaProject.toml"), joinpath(root, "Project.toml")]))

tracefile() = joinpath(ENV["TMPDIR"], "julia.info")

# The last of these flags win over those that Pkg gives, and over those of this process where it is interpreted. A tracefile
# keeps *.cov files out of the project.
function flags()
    compiled = Base.JLOptions().compile_enabled == 1
    boot = [compiled ? String[] : ["--compile=yes", "-O2"]; "-L"; joinpath(@__DIR__, "boot.jl")]
    isempty(coverage) && return Cmd(boot)
    scope = VERSION >= v"1.9" ? "@" * root : "user"
    Cmd(["--code-coverage=" * scope, "--code-coverage=" * tracefile(), boot...])
end

# Without a manifest Pkg would write one into the project: then a temporary environment takes its place, that
# the package is developed in. A workspace or paths to sources belong to the project file itself.
function environment(project)
    Base.project_file_manifest_path(project) === nothing || return :own
    parsed = Pkg.TOML.parsefile(project)
    any(part -> haskey(parsed, part), ("workspace", "sources")) ? :own_without_manifest : :temporary
end

function run_in(kind, project)
    kind === :temporary || return Pkg.test(; julia_args = flags())
    name = get(Pkg.TOML.parsefile(project), "name", nothing)
    name === nothing && error("$project has no name: Pkg tests packages only; give it a name and a uuid")
    mktempdir() do folder
        Pkg.activate(folder)
        # Pkg precompiles for the tests in any case, with their flags.
        withenv(develop, "JULIA_PKG_PRECOMPILE_AUTO" => "0")
        Pkg.test(name; julia_args = flags())
    end
end

# The registries as they are will do for most; a run is no time to fetch new ones.
function develop()
    updated = isdefined(Pkg, :UPDATED_REGISTRY_THIS_SESSION) ? Pkg.UPDATED_REGISTRY_THIS_SESSION : Ref(false)
    updated[] = true
    package = Pkg.PackageSpec(path = root)
    try
        Pkg.develop(package)
    catch
        updated[] = false
        Pkg.develop(package)
        updated[] = true
    end
end

# Only where nothing was, and only what Pkg calls a manifest.
function without_new_manifests(run)
    manifests() = filter(name -> occursin(r"^(Julia)?Manifest(-v[\d.]+)?\.toml$", name), readdir(root))
    before = manifests()
    try
        run()
    finally
        foreach(name -> rm(joinpath(root, name), force = true), setdiff(manifests(), before))
    end
end

# The place that a text of Julia's names, if it is in the project.
function named_place(text)
    found = match(r"(?:in expression starting at|@|at) ?(?:\S+ )?(/[^\s:]+):(\d+)", text)
    found === nothing && return NamedTuple()
    startswith(found[1], root * "/") ? (file = String(found[1]), line = parse(Int, found[2])) : NamedTuple()
end

function tell(thrown)
    message = sprint(showerror, thrown)
    println(stderr, "ERROR: ", message)
    # The test process has told what failed in it.
    occursin("errored during testing", message) && return
    open_channel(ENV["COVEY_EVENTS"])
    failure = (kind = "error", message = shortened(message), named_place(message)...)
    send(e = "problem", group = "julia", failure = failure)
end

# What Pkg and we make goes with the run, even if it is killed. The tests get their own back.
function use_temporary_folder()
    ENV["COVEY_TMPDIR"] = get(ENV, "TMPDIR", "")
    ENV["TMPDIR"] = mktempdir(dirname(@__DIR__))
end

function main()
    use_temporary_folder()
    ENV["COVEY_ARGS"] = repr(ARGS)
    project = project_file()
    kind = environment(project)
    run() = run_in(kind, project)
    passed = true
    try
        kind === :own_without_manifest ? without_new_manifests(run) : run()
    catch thrown
        thrown isa InterruptException && rethrow()
        passed = false
        tell(thrown)
    end
    isempty(coverage) || write_coverage(root, tracefile(), coverage)
    exit(passed ? 0 : 1)
end

end

CoveyRun.main()
