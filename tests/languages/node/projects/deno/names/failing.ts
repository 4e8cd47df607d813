// A test fails if the file that FAILING names holds its label as a line.
export function failing(label: string): boolean {
  const file = Deno.env.get("FAILING");
  if (!file) return false;
  try {
    return Deno.readTextFileSync(file).split("\n").includes(label);
  } catch {
    return false;
  }
}
