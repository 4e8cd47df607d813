import { test } from 'vitest';

// The same names in another file.
for (const name of ['a.*b', '-x', '日本語']) test(name, () => {});
