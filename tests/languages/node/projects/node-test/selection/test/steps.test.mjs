import { test } from 'node:test';
import basket from '../src/basket.js';

const { ran } = basket;

test('journey', async (t) => {
  ran('journey');
  await t.test('departs', () => ran('departs'));
  await t.test('arrives', () => ran('arrives'));
});
