function add(a: number, b: number): number {
  return a + b;
}

function divide(a: number, b: number): number {
  if (b === 0) {
    throw new Error('boom: divided by zero');
  }
  return a / b;
}

function grade(score: number): string {
  if (score > 90) {
    return 'A';
  } else if (score > 50) {
    return 'B';
  }
  return 'C';
}

const twice = (a: number) => add(a, a);

function neverCalled(a: boolean): string {
  return a ? 'yes' : 'no';
}

export { add, divide, grade, twice, neverCalled };
