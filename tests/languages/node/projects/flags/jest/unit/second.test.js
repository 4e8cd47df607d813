test('has the currency', () => expect(process.env.CURRENCY).toBe('EUR'));
