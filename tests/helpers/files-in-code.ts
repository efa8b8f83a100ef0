/** Scenarios for `compiled-from.ts`: files that code names otherwise than by `import … from`. */
import { page } from './project.ts';
import { keepNothing } from './rebuild.ts';
import { SHOWN, packageJson, words, type Scenario } from './scenario.ts';

export const PATTERNS: Scenario = {
  name: 'files that a pattern finds',
  files: {
    'templates/pages/words.tsx': page(
      'Words',
      '<p>{data}</p>',
      `const find = async (name: string) => {
  try { return await import(\`../../lib/words/\${name}.ts\`); } catch { return import('../../lib/words/' + 'a'.slice(0) + '.ts'); }
};
export const load = async () => (await find('b')).default;`,
    ),
    'lib/words/a.ts': `export { default } from '../deep.ts';`,
    'lib/deep.ts': words('first'),
  },
  shown: SHOWN,
  steps: [
    ['what one of them imports', { 'lib/deep.ts': words('second') }, 'second'],
    ['one of them', { 'lib/words/a.ts': words('third') }, 'third'],
    ['one that appears', { 'lib/words/b.ts': words('fourth') }, 'fourth'],
  ],
};

const drawing = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`;

export const URLS: Scenario = {
  name: 'images that `new URL` names',
  files: {
    ...keepNothing,
    'lib/a.svg': drawing('first'),
    'templates/figure.tsx': `const url = new URL('../lib/a.svg', import.meta.url).href;
export const Figure = () => <img src={url} alt="" />;`,
    'templates/pages/words.tsx': page('Words', '<Figure />', `import { Figure } from '../figure.tsx';`),
  },
  shown: 'assets/a-',
  steps: [['the image', { 'lib/a.svg': drawing('second') }, 'second']],
};

export const WEB_WORKERS: Scenario = {
  name: 'what a web worker imports',
  files: {
    ...keepNothing,
    'templates/pages/words.tsx': page('Words', '<Tick />', `import Tick from '../islands/tick.tsx';`),
    'templates/islands/tick.tsx': `import { island } from 'sitegen';
export default island('tick', () => <b onClick={() => new Worker(new URL('../count.ts', import.meta.url))}>x</b>);`,
    'templates/count.ts': `import words from 'words';\nimport near from '../lib/near';\npostMessage(words + near);`,
    'lib/near.js': words('near'),
    'node_modules/words/package.json': packageJson('words'),
    'node_modules/words/index.js': words('first'),
  },
  shown: 'assets/count-',
  steps: [
    ['a package', { 'node_modules/words/index.js': words('second') }, 'second'],
    ['a file that takes precedence', { 'lib/near.ts': words('nearer') }, 'nearer'],
  ],
};

export const PLUGINS: Scenario = {
  name: 'what a plugin of Tailwind reads',
  files: {
    ...keepNothing,
    'templates/pages/words.tsx': page('Words', ''),
    'templates/site.css': `@plugin '../plugin.js';\n@tailwind utilities;`,
    'plugin.js': `import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
const pathTo = (name) => fileURLToPath(new URL('../../' + name, import.meta.url)); // it runs in .sitegen/build
const read = () => existsSync(pathTo('more.txt')) ? 'more' : readFileSync(pathTo('words.txt'), 'utf8');
export default ({ addBase }) => addBase({ q: { content: JSON.stringify(read()) } });`,
    'words.txt': 'first',
  },
  shown: 'assets/site-',
  steps: [
    ['a file', { 'words.txt': 'second' }, 'second'],
    ['a file that appears', { 'more.txt': '' }, 'more'],
  ],
};
