// The same names in another file.
for (const name of ["a.*b", "-x", "with space/slash"]) Deno.test(name, () => {});
