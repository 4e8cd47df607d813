test('never', () => {
  const = 3;  // HERE: syntax_error
});
