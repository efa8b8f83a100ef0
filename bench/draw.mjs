/** Draws the pictures of the site: `node bench/draw.mjs` writes the components in templates/drawings/. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './copy-site.mjs';
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
  const file = path.join(root, 'templates/drawings', `${name}.tsx`);
  const options = { ...(await resolveConfig(file)), filepath: file };
  writeFileSync(file, await format(`// Drawn by bench/draw.mjs. Change that and run it.\n${source()}`, options));
}
