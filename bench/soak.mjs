/**
 * The memory, handles and threads of `sitegen serve` after many builds of this repository's site:
 *
 *   npm run soak -- --minutes 10
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { copySite, removeSite, root } from './copy-site.mjs';

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const folder = copySite('preact');
const read = (file) => readFileSync(path.join(folder, file), 'utf8');
const write = (file, text) => writeFileSync(path.join(folder, file), text);

const shell = read('templates/shell.tsx');
const styles = read('templates/site.css');

/** Applied in turn, with the number of the build. */
const EDITS = [
  (number) => write('templates/shell.tsx', `${shell}// ${number}\n`),
  (number) => write('templates/site.css', `${styles}.soak { order: ${number}; }\n`),
  (number) => write('public/soak.txt', String(number)),
  (number) => write('templates/pages/another.tsx', pageOf('Another', number)),
  () => rmSync(path.join(folder, 'templates/pages/another.tsx')),
];

function pageOf(title, text) {
  return `export const meta = { title: '${title}', description: '${title} page.', noindex: true };
export default () => <main><h1>${title}</h1><p>Build ${text}.</p></main>;\n`;
}

async function untilShown(url, text) {
  while (!(await (await fetch(url)).text()).includes(text)) await pause(10);
}

function measure(pid) {
  const [, rss] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  const { length: handles } = readdirSync(`/proc/${pid}/fd`);
  const { length: threads } = readdirSync(`/proc/${pid}/task`);
  return { rss: Math.round(rss / 1024), handles, threads };
}

write('templates/pages/soak.tsx', pageOf('Soak', 0));
const child = spawn(process.execPath, [path.join(root, 'bin/sitegen.js'), 'serve', '--port', '0'], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
const url = `${/http\S+/.exec(line)[0]}soak/`;

console.log('| minute | builds shown | RSS, MB | handles | threads |');
console.log('|--:|--:|--:|--:|--:|');
const start = performance.now();
let builds = 0;
for (let minute = 0; minute <= Number(options.minutes); minute += 1) {
  while (performance.now() - start < minute * 60_000) {
    builds += 1;
    EDITS[builds % EDITS.length](builds);
    write('templates/pages/soak.tsx', pageOf('Soak', builds));
    await untilShown(url, `Build ${builds}.`);
  }
  const { rss, handles, threads } = measure(child.pid);
  console.log(`| ${minute} | ${builds} | ${rss} | ${handles} | ${threads} |`);
}
child.kill();
await once(child, 'exit');
removeSite(folder);
