import { failing } from "../failing.ts";

const hard = ["a.*b", "-x", "with space/slash", "[wrong::one[x]]", "it's \"quoted\" (1)", "日本語"];
const decoys = ["aXb", "x", "with space", "[wrong::one[x]", "it's \"quoted\" 1", "日本", "a.*b more", "--x"];

for (const name of hard) {
  Deno.test(name, () => {
    if (failing(name)) throw new Error("red");
  });
}
for (const name of decoys) Deno.test(name, () => {});
