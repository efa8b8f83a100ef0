/** Removes declarations that the public ones do not refer to: node src/prune-types.mjs, after `tsc -p src` */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const dist = path.resolve(import.meta.dirname, '../dist');
const reached = new Set(['index.d.ts', 'testing.d.ts', 'content.d.ts'].map((name) => path.join(dist, name)));

for (const file of reached) {
  const imports = readFileSync(file, 'utf8').matchAll(
    /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|\bimport '(\.[^']+)'/g,
  );
  for (const [, from, type, effect] of imports) {
    const target = path.resolve(path.dirname(file), from ?? type ?? effect).replace(/\.(ts|js)$/, '.d.ts');
    reached.add(target);
  }
}
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (entry.name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}
