fn wait(lock: &std::sync::Mutex<()>) {
    let _guard = lock.lock();
}

#[test]
fn first() {}

#[test]
fn hangs() {
    let lock = std::sync::Mutex::new(());
    let _held = lock.lock();
    wait(&lock);
}
