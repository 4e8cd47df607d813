function add(a, b) {
  return a + b;
}

function divide(a, b) {
  if (b === 0) {
    throw new Error('boom: divided by zero');
  }
  return a / b;
}

function grade(score) {
  if (score > 90) {
    return 'A';
  } else if (score > 50) {
    return 'B';
  }
  return 'C';
}

const twice = (a) => add(a, a);

function neverCalled(a) {
  return a ? 'yes' : 'no';
}

export { add, divide, grade, twice, neverCalled };
