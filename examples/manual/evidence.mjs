/** What the landing page shows: code of the README, what builds make and print, and the figures of docs/performance.md. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format } from 'prettier';

const WITH_ISLAND = `import Counter from '../islands/counter.tsx';

export const meta = { title: 'Counter', description: 'A page with one island.' };

export default function CounterPage() {
  return (
    <>
      <h1>Counter</h1>
      <Counter start={3} hydrate="visible" />
    </>
  );
}
`;

const WITH_MISTAKES = `export const meta = { title: 'Bread', description: 'Bread from Mill Lane.' };

export default function Bread() {
  return (
    <>
      <h1>Bread</h1>
      <img src="/icon.svg" width="64" height="64" />
      <p>More <a href="/abuot/">about us</a>.</p>
      <button onClick={() => order()}>Order</button>
    </>
  );
}
`;

/** @returns files of the documentation site. @param root of this repository */
export async function readEvidence(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const readme = read('README.md');
  /** A block of code that names its file in its first line. */
  const codeOf = (file) => readme.split(`\`\`\`tsx\n// ${file}\n`)[1].split('\n```')[0];
  const [page, island] = [codeOf('templates/pages/about.tsx'), codeOf('templates/islands/counter.tsx')];

  const site = startProject(root, {
    'pages/about.tsx': page,
    'pages/counter.tsx': WITH_ISLAND,
    'islands/counter.tsx': island,
  });
  const built = build(root, site);
  const { sizes } = JSON.parse(build(root, site, '--json').stdout);
  const html = (name) => readFileSync(path.join(site, 'out', name, 'index.html'), 'utf8');
  const [about, counter] = [html('about'), html('counter')];
  rmSync(site, { recursive: true });

  const broken = startProject(root, { 'pages/about.tsx': page, 'pages/bread.tsx': WITH_MISTAKES });
  const failed = build(root, broken);
  rmSync(broken, { recursive: true });

  const [performance] = read('docs/performance.md').split('\n## ');
  const [, date, node] = /measured on (.+?) with (Node \d+)/.exec(readme);
  const facts = {
    bytes: { about: Buffer.byteLength(about), counter: Buffer.byteLength(counter), script: sizes.js.brotli },
    built: toParts(built.stdout),
    failed: toParts(failed.stderr),
    date,
    node,
    charts: ['5', '1,000', '10,000'].map((pages) => ({ pages, bars: barsOf(performance, pages) })),
  };
  const show = async (file, code, parser) => {
    const text = await format(code, { parser, printWidth: 64, singleQuote: true, htmlWhitespaceSensitivity: 'ignore' });
    return `\`\`\`${parser === 'html' ? 'html' : 'tsx'} title="${file}"\n${text}\`\`\`\n`;
  };
  return {
    'templates/facts.json': JSON.stringify(facts),
    'landing/page.md': await show('templates/pages/about.tsx', page, 'typescript'),
    'landing/page-html.md': await show('out/about/index.html', about, 'html'),
    'landing/island.md': await show('templates/islands/counter.tsx', island, 'typescript'),
    'landing/island-html.md': await show('out/counter/index.html', /<main>(.*)<\/main>/s.exec(counter)[1], 'html'),
    'landing/others.md': readme.split('## Use something else if\n')[1].split('\n## ')[0],
    'templates/islands/counter.tsx': island,
  };
}

/** As in a terminal. */
function build(root, cwd, ...flags) {
  const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' };
  return spawnSync(process.execPath, [path.join(root, 'bin/sitegen.js'), 'build', ...flags], {
    cwd,
    env,
    encoding: 'utf8',
  });
}

/** The template `minimal` with other pages and islands. */
function startProject(root, files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sitegen-manual-'));
  cpSync(path.join(root, 'examples/minimal'), folder, { recursive: true });
  rmSync(path.join(folder, 'templates/islands/counter.tsx'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const home = files['pages/about.tsx'].replace(/title: .+ }/, `title: 'Home', description: 'The first page.' }`);
  for (const [name, text] of Object.entries({ 'pages/index.tsx': home, ...files }))
    writeFileSync(path.join(folder, 'templates', name), text);
  return folder;
}

const LOOKS = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' };

/** Text for a terminal, in parts of one look. */
function toParts(text) {
  return text
    .trimEnd()
    .split('\u001b[')
    .map((part) => /^(?:(\d+)m)?(.*)$/s.exec(part))
    .filter(([, , words]) => words !== '')
    .map(([, code, words]) => ({ look: LOOKS[code] ?? 'plain', text: words }));
}

/** Rows of the first table: `| 5 | Hugo 0.111 | 0.76 | 0.71 |` */
function barsOf(performance, pages) {
  const rows = [...performance.matchAll(/^\| ([\d,]+) \| ([^|]+) \| ([\d.]+) \| ([\d.]+) \|/gm)];
  return rows
    .filter(([, number, name]) => number === pages && /sitegen|Hugo|Eleventy|Astro/.test(name))
    .map(([, , name, seconds, ratio]) => ({ name: /[A-Za-z]+/.exec(name)[0], seconds, ratio: Number(ratio) }));
}
