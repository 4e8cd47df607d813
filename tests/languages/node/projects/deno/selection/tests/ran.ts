// What ran is written to the file that RAN names.
export function ran(label: string): void {
  const file = Deno.env.get("RAN");
  if (file) Deno.writeTextFileSync(file, label + "\n", { append: true });
}
