/** The reference site's templates as functions that return strings, Eleventy's fastest template language. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileContent } from './reference-site.mjs';
import { makeTemplates } from './templates.mjs';

const dialect = {
  stylesheet: '/site.css',
  text: (name) => `\${escape(${name})}`,
  attribute: (name) => `"\${escape(${name})}"`,
  each: (name, item) => `\${${name}.map((${item}) => \``,
  end: () => "`).join('')}",
  markup: (name) => `\${${name}}`,
};

export async function writeEleventy(folder, reference) {
  const templates = Object.entries(makeTemplates(reference, dialect));
  const functions = templates.map(
    ([name, source]) => `export const ${name} = ({ content, meta, site, children }) => \`${source}\`;`,
  );
  const source = ["import { escape } from '../../escape.mjs';", ...functions].join('\n');
  mkdirSync(path.join(folder, 'pages/_includes'));
  writeFileSync(path.join(folder, 'pages/_includes/templates.mjs'), source);
  await compileContent(path.join(folder, 'content.mjs'));
}
