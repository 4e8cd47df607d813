module.exports = {
  testMatch: ['**/tests/**/*.test.js'],
  transform: { 'mapped\\.test\\.js$': '<rootDir>/banner.js' },
};
