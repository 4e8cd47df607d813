globalThis.imported = true;
