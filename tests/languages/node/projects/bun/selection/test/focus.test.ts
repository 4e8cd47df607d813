import { describe, it } from 'bun:test';
import { ran } from '../src/basket';

it('is beside', () => ran('is beside'));

describe('focused', () => {
  it.only('alone', () => ran('alone'));

  it('not alone', () => ran('not alone'));
});
