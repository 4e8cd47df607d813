import nothing from "./no_such_module.ts"; // HERE: missing_import

Deno.test("never runs", () => nothing());
