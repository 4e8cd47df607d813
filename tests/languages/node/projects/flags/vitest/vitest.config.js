import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['unit/*.test.js'] } },
      { test: { name: 'db', include: ['db/*.test.js'] } },
    ],
  },
});
