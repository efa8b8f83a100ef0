/**
 * Draws the plans of the site: writes their paths to paths.ts. Format it afterwards:
 * node templates/drawings/draw.mjs && npx prettier --write templates/drawings/paths.ts
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawEstate } from './draw/estate.mjs';
import { drawStreet } from './draw/street.mjs';
import { drawTown } from './draw/town.mjs';

const DRAWINGS = { TOWN: drawTown(), STREET: drawStreet(), ESTATE: drawEstate() };

const lines = Object.entries(DRAWINGS).map(
  ([name, paths]) => `export const ${name} = ${JSON.stringify(paths)} as const;`,
);
writeFileSync(path.join(import.meta.dirname, 'paths.ts'), `// Drawn by draw.mjs.\n\n${lines.join('\n\n')}\n`);
