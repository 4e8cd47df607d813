// Where the counters are: Go 1.20 to 1.22. A part of covey_tests.go.
package testing

//go:linkname coveyCounters runtime/coverage.getCovCounterList
func coveyCounters() []rtcov.CovCounterBlob

//go:linkname coveyMetas runtime/coverage.getCovMetaList
func coveyMetas() []rtcov.CovMetaBlob
