// What ran is written to the file that RAN names.
import fs from 'node:fs';

export function ran(label: string): void {
  if (process.env.RAN) fs.appendFileSync(process.env.RAN, label + '\n');
}

export class Basket {
  goods = new Map<string, number>();

  add(name: string, count = 1): void {
    this.goods.set(name, this.count(name) + count);
  }

  count(name: string): number {
    return this.goods.get(name) ?? 0;
  }

  size(): number {
    return [...this.goods.values()].reduce((sum, one) => sum + one, 0);
  }
}
