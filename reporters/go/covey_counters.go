// Where the counters are: Go 1.23 and newer. A part of covey_tests.go.
package testing

//go:linkname coveyCounters internal/coverage/cfile.getCovCounterList
func coveyCounters() []rtcov.CovCounterBlob

func coveyMetas() []rtcov.CovMetaBlob { return rtcov.Meta.List }
