// As in @std/assert, which would have to be downloaded.
export class AssertionError extends Error {
  override name = "AssertionError";
}

export function assertEquals(actual: unknown, expected: unknown): void {
  if (Object.is(actual, expected)) return;
  const show = (value: unknown) => Deno.inspect(value, { strAbbreviateSize: Infinity });
  throw new AssertionError(
    `Values are not equal.\n\n\n    [Diff] Actual / Expected\n\n\n-   ${show(actual)}\n+   ${show(expected)}\n\n`,
  );
}
