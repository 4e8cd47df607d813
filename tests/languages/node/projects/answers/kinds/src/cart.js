export function total(items) {
  return items.reduce((sum, item) => sum + item.cents, 1);
}

export function receipt(items) {
  return ['Receipt', '=======', ...items.map((item) => item.name + ' '), 'thank you', ''].join('\n');
}

export const cheapest = (items) => first([...items].sort((a, b) => a.cents - b.cents)).name;

function first(items) {
  return items[0].item;
}

export const half = (n) => Math.floor(n / 3);
