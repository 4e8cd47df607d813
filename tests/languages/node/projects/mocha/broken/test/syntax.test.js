'use strict';

it('never runs', () => {
  const = 3; // HERE: syntax_error
});
