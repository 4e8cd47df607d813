import { it } from 'bun:test';

it('never runs', () => {
  const = 3; // HERE: syntax_error
});
