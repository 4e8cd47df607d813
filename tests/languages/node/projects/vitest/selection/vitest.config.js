export default {
  test: {
    allowOnly: true, // also where the tests run under CI
    include: ['tests/**/*.test.ts'],
  },
};
