test('is alone in its process', () => expect(process.env.JEST_WORKER_ID).toBe('1'));
test('is slow', () => {});
