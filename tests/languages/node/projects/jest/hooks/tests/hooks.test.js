describe('before the block', () => {
  beforeAll(() => {
    throw new Error('no setup of the block');
  });

  test('setup_fails', () => {});
});

describe('after the block', () => {
  afterAll(() => {
    throw new Error('no teardown of the block');
  });

  test('passes', () => {});
});
