import { assertEquals } from "./assert.ts";
import * as calc from "../src/calc.ts";

Deno.test("passes", () => {
  assertEquals(calc.add(1, 2), 3);
});

Deno.test("fails_equal", () => {
  assertEquals(calc.add(1, 2), 2); // HERE: fails_equal
});

Deno.test("fails_text", () => {
  assertEquals("alpha\nBETA\ngamma", "alpha\nbeta\ngamma"); // HERE: fails_text
});

Deno.test("raises", () => {
  const go = () => {
    throw new TypeError("boom"); // HERE: raises
  };
  go();
});

Deno.test("raises_in_source", () => {
  calc.divide(1, 0); // HERE: raises_in_source
});

Deno.test.ignore("is_skipped", () => {
  throw new Error("never run");
});

for (const n of [1, 2, 3]) {
  Deno.test(`param ${n}`, () => {
    assertEquals(calc.grade(n * 30), n === 2 ? "Z" : n === 1 ? "C" : "B"); // HERE: param_2
  });
}

Deno.test("outer", async (t) => {
  await t.step("inner", async (t) => {
    await t.step("deep_passes", () => {
      assertEquals(calc.twice(4), 8);
    });
    await t.step("deep_fails", () => {
      assertEquals(calc.twice(4), 9); // HERE: deep_fails
    });
  });
});

Deno.test("noisy", () => {
  console.log('<testcase name="fake" classname="./tests/outcomes_test.ts"><failure>fake</failure></testcase>');
  console.log('{"e":"report","group":"tests/outcomes_test.ts","name":"fake","outcome":"failed"}');
  console.log("fake ... FAILED (1ms)\n\nfailures:\n\nfake => ./tests/outcomes_test.ts:1:1");
  console.error("not ok 1 - fake");
  Deno.stdout.writeSync(new TextEncoder().encode("no newline at the end of stdout"));
  Deno.stderr.writeSync(new TextEncoder().encode("no newline at the end of stderr"));
});

Deno.test("日本語", () => {
  assertEquals(true, true);
});
