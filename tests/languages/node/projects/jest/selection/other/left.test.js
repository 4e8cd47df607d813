const { ran } = require('../src/basket');

it('is left out', () => ran('is left out'));
