test('reaches the database', () => {
  throw new Error('there is none');
});
