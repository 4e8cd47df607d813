// Which code each test ran. covey overlays this file on package testing, together with the changes of
// parsers/languages/go/overlay.cpp. The counters of the coverage are taken whenever a test begins, pauses,
// resumes or ends; what they counted since the last time belongs to the tests that ran meanwhile. In mode "set"
// a counter has to be cleared for that; at the end it gets its value back, so that Go's own profile is the same
// as without this file.
//
// The file named by COVEY_GO_TESTS gets lines:
//
//	F import/path/file.go FIRST.COLUMN,LAST.COLUMN …   a function, when it first runs, with its blocks
//	T name name …                                      the tests that the next lines belong to; none: no test ran
//	function block block …                             the blocks that ran; both are counted from 0
//	R name TAB file:line TAB file:line …               what was read meanwhile: a file of the workspace, there or not, "folder/*",
//	                                                   "$VARIABLE", "<processes>" for any that was started; and by whom, once each
//	I                                                  first: all that is read is told. If not all could be, L
//	E                                                  the end: without it the record is incomplete
package testing

import (
	"internal/coverage"
	"internal/coverage/decodemeta"
	"internal/coverage/rtcov"
	"internal/race"
	heard "internal/testlog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// The runtime's clock: inside a synctest bubble time.Now tells another time.
//
//go:linkname coveyClock runtime.nanotime
func coveyClock() int64

// coveyRunning takes the place of the sync.Map that has the name of every test that runs and is not paused.
type coveyRunning struct{ sync.Map }

func (r *coveyRunning) Store(name, since any) {
	r.Map.Store(name, since)
	covey.begin(name.(string))
}

func (r *coveyRunning) Delete(name any) {
	covey.end(name.(string))
	r.Map.Delete(name)
}

// coveyDuring is for what package testing does not call running: examples, and the targets of fuzz tests.
func coveyDuring(name string) func() {
	covey.begin(name)
	return func() { covey.end(name) }
}

const (
	coveyHeader    = 3 // words before a function's counters: how many, its package, its number there
	coveySiblings  = 4 // subtests of one test; if more of them ran at once, it is the test's
	coveyAllowance = 200_000_000
	// The share of the time that may be spent on taking the counters: of subtests, of all tests.
	coveyShareOfSubtests = 100
	coveyShareOfTests    = 10
)

type coveyRecorder struct {
	mu     sync.Mutex
	path   string   // "": nothing is recorded
	active []string // tests that run now
	during []string // tests that ran since the counters were taken
	merged bool     // a subtest began or ended since then
	idle   bool     // nothing ran when they were taken

	blobs     []rtcov.CovCounterBlob
	kept      [][]uint32 // each counter when it was taken; in a function's first word its number, from 1
	clears    bool       // mode "set": only a cleared counter tells whether it counts again
	functions uint32
	metas     map[uint32]*decodemeta.CoverageMetaDataDecoder
	buffer    []byte

	began, spent int64

	root     string              // below which reads count; "": they are not told
	folder   string              // the current one
	names    map[string]string   // of paths: as they are told, "" if they do not count
	read     map[string]string   // since the counters were taken: by name, who read it
	told     map[string]struct{} // names with their readers
	children syscall.Rusage
}

var covey coveyRecorder

func init() {
	const variable = "COVEY_GO_TESTS"
	path := os.Getenv(variable)
	if path == "" {
		return
	}
	os.Unsetenv(variable) // a test may start test binaries
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC|syscall.O_CLOEXEC, 0o600)
	if err == nil {
		syscall.Close(fd)
		covey.path = path
		covey.listen()
	}
}

// --- what is read beside the code: package os tells it for the cache of `go test`

const coveyMost = 50_000 // names

type coveyLog struct{}

func (coveyLog) Getenv(name string)  { covey.reads("$"+name, false) }
func (coveyLog) Open(path string)    { covey.reads(path, true) }
func (coveyLog) Stat(path string)    { covey.reads(path, true) }
func (coveyLog) Chdir(folder string) { covey.changes(folder) }

func (r *coveyRecorder) listen() {
	const variable = "COVEY_INPUTS"
	root := os.Getenv(variable)
	os.Unsetenv(variable)
	folder, err := os.Getwd()
	for _, word := range os.Args {
		if err != nil || strings.HasPrefix(word, "-test.testlogfile") { // it wants to be the one that listens
			return
		}
	}
	if root == "" || folder != root && !strings.HasPrefix(folder, root+"/") {
		return
	}
	r.root, r.folder = root, folder
	r.names, r.read, r.told = map[string]string{}, map[string]string{}, map[string]struct{}{}
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &r.children)
	heard.SetLogger(coveyLog{})
	r.tell("I\n")
}

func (r *coveyRecorder) changes(folder string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.folder = folder
}

func (r *coveyRecorder) reads(name string, isPath bool) {
	// Otherwise two goroutines that read files would agree by that, and hide a race.
	race.Disable()
	defer race.Enable()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.path == "" {
		return
	}
	var callers []uintptr
	if isPath {
		if name = r.nameOf(name); name == "" {
			return
		}
		callers = make([]uintptr, 64)
		callers = callers[:runtime.Callers(4, callers)] // the file that hosts this imports runtime
	}
	by, known := r.read[name]
	key := name + "\t" + unsafe.String((*byte)(unsafe.Pointer(unsafe.SliceData(callers))), 8*len(callers))
	if _, told := r.told[key]; told && known {
		return
	} else if !told {
		r.told[strings.Clone(key)] = struct{}{}
		by += coveyReaders(callers)
	}
	r.read[name] = by
}

// The files of programs, as they were compiled; not those of Go itself.
func coveyReaders(callers []uintptr) (out string) {
	for frames, more := runtime.CallersFrames(callers), len(callers) > 0; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		first, _, inFolder := strings.Cut(frame.Function, "/")
		if inFolder && strings.Contains(first, ".") || strings.HasPrefix(frame.Function, "main.") || !strings.HasPrefix(frame.File, runtime.GOROOT()) {
			out += "\t" + frame.File + ":" + strconv.Itoa(frame.Line)
		}
	}
	return out
}

func (r *coveyRecorder) nameOf(path string) string {
	if !filepath.IsAbs(path) {
		path = r.folder + "/" + path
	}
	if name, known := r.names[path]; known {
		return name
	}
	if len(r.names) >= coveyMost || len(r.told) >= coveyMost {
		r.tell("L\n")
		r.names, r.told = map[string]string{}, map[string]struct{}{}
	}
	name, below := strings.CutPrefix(filepath.Clean(path)+"/", r.root+"/")
	var state syscall.Stat_t
	switch {
	case !below || name == ".git/" || strings.HasPrefix(name, ".git/"):
		name = ""
	case syscall.Stat(path, &state) == nil && state.Mode&syscall.S_IFMT == syscall.S_IFDIR:
		name += "*"
	default:
		name = strings.TrimSuffix(name, "/")
	}
	if strings.ContainsAny(name, "\t\n") {
		r.tell("L\n")
		name = ""
	}
	r.names[path] = name
	return name
}

func (r *coveyRecorder) tell(line string) {
	r.buffer = append(r.buffer[:0], line...)
	r.write()
}

func (r *coveyRecorder) addReads(head *bool) {
	var now syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &now)
	const exitedOrNot = 0x0100_0005 // WNOWAIT, WEXITED, WNOHANG
	_, _, none := syscall.RawSyscall6(syscall.SYS_WAITID, 0, 0, 0, exitedOrNot, 0, 0)
	if r.root != "" && (now != r.children || none == 0) {
		r.read["<processes>"] = ""
	}
	r.children = now
	for name, by := range r.read {
		if !*head {
			*head = true
			r.addTests()
		}
		r.buffer = append(append(append(append(r.buffer, "R "...), name...), by...), '\n')
	}
	if len(r.read) > 0 {
		r.read = map[string]string{}
	}
}

func (r *coveyRecorder) begin(name string) {
	if r.path == "" || name == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open() {
		return
	}
	// Between two tests only package testing itself runs.
	if !r.idle {
		r.mark(name)
	}
	r.idle = false
	r.active = append(r.active, name)
	r.during = append(r.during, name)
}

func (r *coveyRecorder) end(name string) {
	if r.path == "" || name == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open() {
		return
	}
	at := coveyIndex(r.active, name)
	if at < 0 { // a seed of a fuzz test: it begins unseen
		r.during = append(r.during, name)
	}
	taken := r.mark(name)
	if at >= 0 {
		r.active = append(r.active[:at], r.active[at+1:]...)
	}
	if taken {
		r.during = append(r.during[:0], r.active...)
		r.idle = len(r.active) == 0
	}
}

// failed is called before a panic ends the process: then nothing else tells what its test ran.
func (r *coveyRecorder) failed(name string) {
	if r.path == "" || name == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.began != 0 {
		r.mark(name)
	}
}

func coveyIndex(names []string, name string) int {
	for i := len(names) - 1; i >= 0; i-- {
		if names[i] == name {
			return i
		}
	}
	return -1
}

func (r *coveyRecorder) open() bool {
	if r.began != 0 || CoverMode() == "" {
		return r.began != 0
	}
	r.began = coveyClock()
	r.clears = CoverMode() == "set"
	r.blobs = coveyCounters()
	r.metas = map[uint32]*decodemeta.CoverageMetaDataDecoder{}
	for _, blob := range r.blobs {
		r.kept = append(r.kept, make([]uint32, blob.Len))
	}
	return true
}

// Takes the counters, unless it would cost too much: then what runs before and after belongs to the same tests.
func (r *coveyRecorder) mark(name string) bool {
	now := coveyClock()
	share := int64(coveyShareOfTests)
	if strings.Contains(name, "/") {
		share = coveyShareOfSubtests
	}
	if r.spent > coveyAllowance+(now-r.began)/share {
		r.merged = true
		return false
	}
	r.take()
	r.spent += coveyClock() - now
	return true
}

func (r *coveyRecorder) take() {
	r.buffer = r.buffer[:0]
	head := false
	for at := range r.blobs {
		r.takeBlob(at, &head)
	}
	r.addReads(&head)
	r.write()
	r.during = append(r.during[:0], r.active...)
	r.merged = false
}

func (r *coveyRecorder) takeBlob(at int, head *bool) {
	// Otherwise the race detector would take reading the counters for an agreement between goroutines.
	race.Disable()
	defer race.Enable()
	words, kept := coveyWords(r.blobs[at]), r.kept[at]
	for i := 0; i+coveyHeader < len(words); {
		count := int(words[i].Load())
		if count == 0 {
			i++
			continue
		}
		end := i + coveyHeader + count
		if end > len(words) {
			return
		}
		// Another goroutine may be writing the header: then its blocks come with the next take.
		if pack := words[i+1].Load(); pack != 0 {
			r.takeFunction(words[i:end], kept[i:end], pack, head)
		}
		i = end
	}
}

func (r *coveyRecorder) takeFunction(words []atomic.Uint32, kept []uint32, pack uint32, head *bool) {
	ran := false
	for i := coveyHeader; i < len(words); i++ {
		value := words[i].Load()
		if value == 0 || !r.clears && value == kept[i] {
			continue
		}
		if r.clears {
			words[i].Store(0)
		}
		kept[i] = value
		if !ran {
			ran = true
			if kept[0] == 0 {
				r.functions++
				kept[0] = r.functions
				r.addFunction(pack, words[2].Load())
			}
			if !*head {
				*head = true
				r.addTests()
			}
			r.buffer = strconv.AppendUint(r.buffer, uint64(kept[0]-1), 10)
		}
		r.buffer = append(r.buffer, ' ')
		r.buffer = strconv.AppendInt(r.buffer, int64(i-coveyHeader), 10)
	}
	if ran {
		r.buffer = append(r.buffer, '\n')
	}
}

func coveyWords(blob rtcov.CovCounterBlob) []atomic.Uint32 {
	return unsafe.Slice((*atomic.Uint32)(unsafe.Pointer(blob.Counters)), int(blob.Len))
}

// A test that waits for its subtest has run nothing meanwhile.
func (r *coveyRecorder) addTests() {
	r.buffer = append(r.buffer, 'T')
	var written []string
	for _, name := range r.owners() {
		if coveyIndex(written, name) < 0 {
			written = append(written, name)
			r.buffer = append(append(r.buffer, ' '), name...)
		}
	}
	r.buffer = append(r.buffer, '\n')
}

func (r *coveyRecorder) owners() []string {
	out := make([]string, 0, len(r.during))
	siblings := map[string]int{}
	for _, name := range r.during {
		siblings[coveyParent(name)]++
	}
	for _, name := range r.during {
		parent := coveyParent(name)
		switch {
		case r.merged:
			out = append(out, strings.SplitN(name, "/", 2)[0])
		case r.waits(name):
		case parent != "" && siblings[parent] > coveySiblings:
			out = append(out, parent)
		default:
			out = append(out, name)
		}
	}
	return out
}

// Whether one of its subtests ran. Their own names may have a slash as well.
func (r *coveyRecorder) waits(name string) bool {
	for _, other := range r.during {
		if len(other) > len(name) && other[len(name)] == '/' && strings.HasPrefix(other, name) {
			return true
		}
	}
	return false
}

// "": it has none.
func coveyParent(name string) string {
	if at := strings.LastIndexByte(name, '/'); at >= 0 {
		return name[:at]
	}
	return ""
}

func (r *coveyRecorder) addFunction(pack, number uint32) {
	r.buffer = append(r.buffer, 'F')
	var what coverage.FuncDesc
	if meta := r.meta(pack); meta != nil && number < meta.NumFuncs() && meta.ReadFunc(number, &what) == nil {
		r.buffer = append(append(r.buffer, ' '), what.Srcfile...)
		for _, unit := range what.Units {
			for i, value := range [...]uint32{unit.StLine, unit.StCol, unit.EnLine, unit.EnCol} {
				r.buffer = append(r.buffer, " .,."[i])
				r.buffer = strconv.AppendUint(r.buffer, uint64(value), 10)
			}
		}
	}
	r.buffer = append(r.buffer, '\n')
}

// Null: unknown. Packages count from 1.
func (r *coveyRecorder) meta(pack uint32) *decodemeta.CoverageMetaDataDecoder {
	if known, ok := r.metas[pack]; ok {
		return known
	}
	r.metas[pack] = nil
	all := coveyMetas()
	if pack == 0 || int(pack) > len(all) {
		return nil
	}
	blob := all[pack-1]
	meta, err := decodemeta.NewCoverageMetaDataDecoder(unsafe.Slice(blob.P, int(blob.Len)), true)
	if err == nil {
		r.metas[pack] = meta
	}
	return r.metas[pack]
}

func (r *coveyRecorder) write() {
	if len(r.buffer) == 0 {
		return
	}
	// Opened each time: a test may close what it does not know, and get the same number for a file of its own.
	fd, err := syscall.Open(r.path, syscall.O_WRONLY|syscall.O_APPEND|syscall.O_CLOEXEC, 0)
	if err != nil {
		r.path = ""
		return
	}
	defer syscall.Close(fd)
	for rest := r.buffer; len(rest) > 0; {
		count, err := syscall.Write(fd, rest)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			r.path = ""
			return
		}
		rest = rest[count:]
	}
}

// giveBack makes the counters as if they had never been taken: the tests have ended.
func (r *coveyRecorder) giveBack() {
	r.shown()
	if r.path != "" && r.began != 0 {
		r.tell("E\n")
		r.path = ""
	}
	r.mu.Unlock()
}

// shown makes the counters as if they had never been taken, until the function that it returns is called.
func (r *coveyRecorder) shown() func() {
	r.mu.Lock()
	// Where no test ran, all that ran is no test's.
	if r.path == "" && r.began == 0 || !r.open() {
		return r.mu.Unlock
	}
	if r.path != "" {
		r.take()
	}
	r.setTaken(true)
	return func() {
		r.setTaken(false)
		r.mu.Unlock()
	}
}

// setTaken gives what has been taken its value, or clears it again.
func (r *coveyRecorder) setTaken(value bool) {
	for at := 0; r.clears && at < len(r.blobs); at++ {
		r.setTakenOf(at, value)
	}
}

func (r *coveyRecorder) setTakenOf(at int, value bool) {
	words, kept := coveyWords(r.blobs[at]), r.kept[at]
	for i := 0; i+coveyHeader < len(words); {
		count := int(words[i].Load())
		if count == 0 {
			i++
			continue
		}
		end := i + coveyHeader + count
		for j := i + coveyHeader; j < end && j < len(words); j++ {
			if kept[j] != 0 && value {
				words[j].Store(kept[j])
			} else if kept[j] != 0 {
				words[j].Store(0)
			}
		}
		i = end
	}
}
