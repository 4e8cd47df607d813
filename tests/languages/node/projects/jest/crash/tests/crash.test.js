test('passes', () => {
  expect(1).toBe(1);
});

test('crashes', async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.exit(0);
});
