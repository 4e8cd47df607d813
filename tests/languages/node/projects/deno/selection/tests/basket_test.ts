import { ran } from "./ran.ts";

interface Row {
  name: string;
  count: number;
}

Deno.test("is empty", () => {
  ran("is empty");
});

Deno.test("is empty/again", () => {
  ran("is empty again");
});

Deno.test({
  name: "loses count",
  fn() {
    ran("loses count");
    throw new Error("99 is not 3");
  },
});

const rows: Row[] = [{ name: "tea", count: 3 }, { name: "milk", count: 0 }];
for (const { name } of rows) {
  Deno.test(`holds ${name}`, () => {
    ran(`holds ${name}`);
  });
}

Deno.test("journey", async (t) => {
  ran("journey");
  await t.step("departs", () => ran("departs"));
  await t.step("arrives", () => ran("arrives"));
});

Deno.test.ignore("is skipped", () => {
  ran("is skipped");
});
