//! Which code each test ran: covey links this into the test binaries that it measures. libtest writes an event
//! to stdout whenever a test begins or ends, by write(), which the linker leads through here (--wrap=write).
//! LLVM's counters are compared with what they were at the event before; what they have counted since belongs
//! to the tests that ran meanwhile. They are never changed.
//!
//! The file named by COVEY_RUST_TESTS gets records:
//!
//!   'T' length names {distance count}* 0    what some tests counted: their names as in JSON, with '\n' behind
//!                                           each; none: no test ran. Of each counter that counted its distance
//!                                           from the one before, the first from -1, and by how much
//!   'E'                                     the suite has ended: without it the record is incomplete
//!
//! Numbers have seven bits per byte, low ones first; the high bit says that more follow.
//!
//! Nothing here may panic: the object is linked with any kind of core library.
#![no_std]

use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

extern "C" {
    fn __real_write(fd: i32, bytes: *const u8, count: usize) -> isize;
    fn __llvm_profile_begin_counters() -> *const u64;
    fn __llvm_profile_end_counters() -> *const u64;
    #[cfg(covey_live)] // the counters live in the profile's file, this far from their own place
    static __llvm_profile_counter_bias: isize;

    fn realloc(memory: *mut u8, size: usize) -> *mut u8;
    fn getenv(name: *const u8) -> *const u8;
    fn unsetenv(name: *const u8) -> i32;
    fn open(path: *const u8, flags: i32, ...) -> i32;
    fn close(fd: i32) -> i32;
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
}

const VARIABLE: &[u8] = b"COVEY_RUST_TESTS\0";
// What covey lets libtest report as JSON by. Once it does, nothing reads it.
const UNLOCKING: &[u8] = b"RUSTC_BOOTSTRAP\0";
const UNLOCKED: &[u8] = b"covey-reads-libtest\0";
// Of Linux, on the machines that Rust has tier 1 for.
const WRITE_CREATE_TRUNCATE_CLOEXEC: i32 = 0o2001101;
const WRITE_APPEND_CLOEXEC: i32 = 0o2002001;
const MONOTONIC: i32 = 1;

// Of the time, what may be spent on comparing; more than that and neighbouring tests are not told apart.
const ALLOWANCE: i64 = 20_000_000;
const SHARE: i64 = 10;

static PATH: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut()); // null: nothing is recorded
static BEGUN: AtomicBool = AtomicBool::new(false); // libtest has written an event
static LOCKED: AtomicBool = AtomicBool::new(false);
static mut RECORDER: Recorder = Recorder {
    active: Bytes::new(),
    during: Bytes::new(),
    out: Bytes::new(),
    last: ptr::null_mut(),
    began: 0,
    spent: 0,
};

#[used]
#[link_section = ".init_array"]
static INIT: extern "C" fn() = init;

extern "C" fn init() {
    unsafe {
        let path = getenv(VARIABLE.as_ptr());
        if path.is_null() {
            return;
        }
        let file = open(path, WRITE_CREATE_TRUNCATE_CLOEXEC, 0o600);
        if file >= 0 {
            close(file);
            let mut copy = Bytes::new();
            let mut at = path;
            while *at != 0 {
                copy.push(*at);
                at = at.add(1);
            }
            copy.push(0);
            PATH.store(copy.at, Ordering::Relaxed);
        }
        unsetenv(VARIABLE.as_ptr()); // a test may start test binaries
    }
}

/// # Safety
/// As write().
#[no_mangle]
pub unsafe extern "C" fn __wrap_write(fd: i32, bytes: *const u8, count: usize) -> isize {
    // What is no event takes no lock: a signal's handler may write, or a forked child.
    let said = Text { at: bytes, end: bytes.add(count) };
    if fd == 1 && !BEGUN.load(Ordering::Relaxed) && has_event(said) && !BEGUN.swap(true, Ordering::Relaxed) {
        hide_unlocking();
    }
    if fd == 1 && !PATH.load(Ordering::Relaxed).is_null() && has_event(said) {
        while LOCKED.swap(true, Ordering::Acquire) {
            core::hint::spin_loop();
        }
        (*ptr::addr_of_mut!(RECORDER)).watch(said);
        LOCKED.store(false, Ordering::Release);
    }
    __real_write(fd, bytes, count)
}

/// The first event comes before any test, and from the only thread.
unsafe fn hide_unlocking() {
    let value = getenv(UNLOCKING.as_ptr());
    let mut at = 0;
    while !value.is_null() && at < UNLOCKED.len() && *value.add(at) == UNLOCKED[at] {
        at += 1;
    }
    if at == UNLOCKED.len() {
        unsetenv(UNLOCKING.as_ptr());
    }
}

unsafe fn has_event(mut text: Text) -> bool {
    while text.len() > 0 {
        text.line(b'{');
        if text.skip(b" \"type\": \"") {
            return true;
        }
    }
    false
}

/// Some bytes that are only looked at.
#[derive(Clone, Copy)]
struct Text {
    at: *const u8,
    end: *const u8,
}

impl Text {
    fn of(bytes: &[u8]) -> Text {
        Text { at: bytes.as_ptr(), end: unsafe { bytes.as_ptr().add(bytes.len()) } }
    }

    fn len(&self) -> usize {
        self.end as usize - self.at as usize
    }

    unsafe fn equals(&self, other: Text) -> bool {
        let mut i = 0;
        while i < self.len() && self.len() == other.len() && *self.at.add(i) == *other.at.add(i) {
            i += 1;
        }
        i == self.len() && self.len() == other.len()
    }

    /// Takes these bytes from the front, if they are there.
    unsafe fn skip(&mut self, front: &[u8]) -> bool {
        let same = self.len() >= front.len()
            && Text { at: self.at, end: self.at.add(front.len()) }.equals(Text::of(front));
        if same {
            self.at = self.at.add(front.len());
        }
        same
    }

    /// Takes everything before the quote that ends a JSON string, and the quote.
    unsafe fn string(&mut self) -> Text {
        let mut end = self.at;
        while end < self.end && *end != b'"' {
            end = end.add(if *end == b'\\' && end.add(1) < self.end { 2 } else { 1 });
        }
        self.take(end)
    }

    /// Takes what is before the next byte of that value, and that.
    unsafe fn line(&mut self, last: u8) -> Text {
        let mut end = self.at;
        while end < self.end && *end != last {
            end = end.add(1);
        }
        self.take(end)
    }

    /// Takes what is before `end`, and the byte there.
    unsafe fn take(&mut self, end: *const u8) -> Text {
        let out = Text { at: self.at, end };
        self.at = if end < self.end { end.add(1) } else { end };
        out
    }
}

/// Bytes of its own, never given back.
struct Bytes {
    at: *mut u8,
    len: usize,
    room: usize,
}

impl Bytes {
    const fn new() -> Bytes {
        Bytes { at: ptr::null_mut(), len: 0, room: 0 }
    }

    fn text(&self) -> Text {
        Text { at: self.at, end: unsafe { self.at.add(self.len) } }
    }

    /// Where there is no memory the byte is lost, and the record with it.
    unsafe fn push(&mut self, byte: u8) {
        if self.len == self.room {
            let room = self.room * 2 + 256;
            let memory = realloc(self.at, room);
            if memory.is_null() {
                return stop();
            }
            self.at = memory;
            self.room = room;
        }
        *self.at.add(self.len) = byte;
        self.len += 1;
    }

    unsafe fn add(&mut self, text: Text) {
        let mut at = text.at;
        while at < text.end {
            self.push(*at);
            at = at.add(1);
        }
    }

    unsafe fn add_line(&mut self, text: Text) {
        self.add(text);
        self.push(b'\n');
    }

    unsafe fn number(&mut self, mut value: u64) {
        while value > 0x7f {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    /// The first line that is this one.
    unsafe fn remove_line(&mut self, line: Text) {
        let mut rest = self.text();
        while rest.len() > 0 {
            let begin = rest.at;
            if rest.line(b'\n').equals(line) {
                let mut to = begin as *mut u8;
                self.len -= rest.at as usize - begin as usize;
                while rest.at < rest.end {
                    *to = *rest.at;
                    to = to.add(1);
                    rest.at = rest.at.add(1);
                }
                return;
            }
        }
    }
}

struct Recorder {
    active: Bytes, // the tests that run now, a line each
    during: Bytes, // those that ran since the counters were compared
    out: Bytes,
    last: *mut u64, // the counters, when they were compared
    began: i64,
    spent: i64,
}

impl Recorder {
    unsafe fn watch(&mut self, mut text: Text) {
        while text.len() > 0 {
            text.line(b'{');
            if text.skip(b" \"type\": \"test\", ") {
                self.on_test(&mut text);
            } else if text.skip(b" \"type\": \"suite\", ") {
                if text.skip(b"\"event\": \"ok\"") || text.skip(b"\"event\": \"failed\"") {
                    self.finish();
                }
            }
        }
    }

    unsafe fn on_test(&mut self, text: &mut Text) {
        if text.skip(b"\"event\": \"started\", \"name\": \"") {
            let name = text.string();
            self.mark();
            self.active.add_line(name);
            self.during.add_line(name);
        } else if text.skip(b"\"name\": \"") {
            let name = text.string();
            if text.skip(b", \"event\": \"") {
                let compared = self.mark();
                self.active.remove_line(name);
                if compared {
                    self.during.len = 0;
                    self.during.add(self.active.text());
                }
            }
        }
    }

    /// Compares the counters, unless that has taken too long already: then the tests before and after this
    /// have the same code.
    unsafe fn mark(&mut self) -> bool {
        let now = clock();
        if self.began == 0 {
            self.began = now;
        }
        let compares = self.spent <= ALLOWANCE + (now - self.began) / SHARE;
        if compares {
            self.compare();
            self.spent += clock() - now;
        }
        compares
    }

    unsafe fn compare(&mut self) {
        let begin = counters(__llvm_profile_begin_counters());
        let count = (counters(__llvm_profile_end_counters()) as usize - begin as usize) / 8;
        if self.last.is_null() {
            self.last = realloc(ptr::null_mut(), count * 8) as *mut u64;
            if self.last.is_null() {
                return stop();
            }
            ptr::write_bytes(self.last, 0, count);
        }
        self.out.len = 0;
        self.out.push(b'T');
        self.out.number(self.during.len as u64);
        self.out.add(self.during.text());
        let mut before = usize::MAX;
        let mut i = 0;
        while i < count {
            let value = ptr::read_volatile(begin.add(i));
            let last = self.last.add(i);
            if value != *last {
                self.out.number(i.wrapping_sub(before) as u64);
                self.out.number(value.wrapping_sub(*last));
                *last = value;
                before = i;
            }
            i += 1;
        }
        self.out.push(0);
        self.flush();
        self.during.len = 0;
        self.during.add(self.active.text());
    }

    unsafe fn finish(&mut self) {
        self.compare();
        self.out.len = 0;
        self.out.push(b'E');
        self.flush();
        stop();
    }

    /// The file is opened each time: a test may close what it does not know, and get the same number for a file
    /// of its own.
    unsafe fn flush(&mut self) {
        let path = PATH.load(Ordering::Relaxed);
        let file = if path.is_null() { -1 } else { open(path, WRITE_APPEND_CLOEXEC) };
        if file < 0 {
            return stop();
        }
        let mut rest = self.out.text();
        let mut tries = 100; // a signal may interrupt it
        while rest.len() > 0 && tries > 0 {
            let written = __real_write(file, rest.at, rest.len());
            if written > 0 {
                rest.at = rest.at.add(written as usize);
            } else {
                tries -= 1;
            }
        }
        close(file);
        if rest.len() > 0 {
            stop();
        }
    }
}

#[cfg(covey_live)]
unsafe fn counters(at: *const u64) -> *const u64 {
    (at as isize + __llvm_profile_counter_bias) as *const u64
}

#[cfg(not(covey_live))]
unsafe fn counters(at: *const u64) -> *const u64 {
    at
}

unsafe fn clock() -> i64 {
    let mut now = [0i64; 2];
    clock_gettime(MONOTONIC, &mut now);
    now[0] * 1_000_000_000 + now[1]
}

unsafe fn stop() {
    PATH.store(ptr::null_mut(), Ordering::Relaxed);
}
