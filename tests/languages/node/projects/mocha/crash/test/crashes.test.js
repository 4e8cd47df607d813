'use strict';

it('passes', () => {});

it('crashes', () => { // HERE: crashes
  process.exit(0);
});

it('comes_too_late', () => {});
