/**
 * Draws the pictures of the site. It writes the components beside this file; format them afterwards:
 * node templates/drawings/draw.mjs && npx prettier --write templates/drawings
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { benefitSource } from './draw/benefit.mjs';
import { estateSource } from './draw/estate.mjs';
import { meetingSource } from './draw/meeting.mjs';
import { sectorSource } from './draw/sector.mjs';
import { streetSource } from './draw/street.mjs';
import { townSource } from './draw/town.mjs';

const SOURCES = {
  benefit: benefitSource,
  estate: estateSource,
  meeting: meetingSource,
  sector: sectorSource,
  street: streetSource,
  town: townSource,
};

for (const [name, source] of Object.entries(SOURCES)) {
  const file = path.join(import.meta.dirname, `${name}.tsx`);
  writeFileSync(file, `// Drawn by draw.mjs. Change the drawing in draw/ and run it.\n${source()}`);
}
