/**
 * Compares how long sitegen and other generators take for a blog of Markdown files, and how much memory:
 *
 *   npm ci && npm ci --prefix bench/rivals          once, and: apt-get install hugo time
 *   node bench/content.mjs --files 1000,10000 --only sitegen,astro --runs 3 --tmpfs
 *
 * Each file has front matter, 900 words, one block of code and two images of the same three. Astro uses the same highlighter
 * and image library as sitegen; Eleventy the same parser, and its official plugin for code.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BLOGS, postOf, writeBlog } from './generators/blogs.mjs';
import { measureBuild } from './generators/measure.mjs';
import { median } from './generators/table.mjs';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '1000,10000' },
    only: { type: 'string', default: Object.keys(BLOGS).join() },
    runs: { type: 'string', default: '3' },
    /** Builds in memory, without the cost of a disk. */
    tmpfs: { type: 'boolean', default: false },
  },
});
const work = mkdtempSync(path.join(options.tmpfs ? '/dev/shm' : os.tmpdir(), 'sitegen-content-'));
process.on('exit', () => rmSync(work, { recursive: true }));
const EDITED = 7;

/** Each mode is a build: the first one, and one after a post was changed. */
async function measure(blog, round) {
  // Moving is faster than deleting: see `moveOutput`.
  for (const name of [blog.tool.out, ...blog.tool.caches]) {
    const built = path.join(blog.cwd, name);
    if (existsSync(built)) renameSync(built, path.join(work, `trash-${Math.random()}`));
  }
  const first = await measureBuild(blog);
  const sentence = `Edited in round ${round}.`;
  writeFileSync(path.join(blog.cwd, blog.tool.post(EDITED)), postOf(EDITED, blog.tool.image, sentence));
  const again = await measureBuild(blog);
  const html = readFileSync(path.join(blog.cwd, blog.tool.out, `blog/post-${EDITED}/index.html`), 'utf8');
  for (const text of [sentence, '<h2 id="part-two"', '<img', '<pre'])
    if (!html.includes(text)) throw new Error(`The page of ${blog.name} has no ${text}.`);
  return { first, again };
}

console.log('| files | generator | first, s | × sitegen | work, s | after an edit, s | × sitegen | memory, MB |');
console.log('|--:|---|--:|--:|--:|--:|--:|--:|');
for (const files of options.files.split(',').map(Number)) {
  const blogs = [];
  for (const name of options.only.split(',')) blogs.push(await writeBlog(name, files, path.join(work, String(files))));
  const runs = new Map(blogs.map((blog) => [blog, []]));
  // They take turns, so that anything that slows the machine affects all of them.
  for (let round = 0; round < Number(options.runs); round += 1)
    for (const blog of blogs) runs.get(blog).push(await measure(blog, round));
  const figure = (blog, mode, name) => median(runs.get(blog).map((run) => run[mode][name]));
  for (const blog of blogs) {
    const [own, base] = [blog, blogs[0]].map((one) => [
      figure(one, 'first', 'seconds'),
      figure(one, 'again', 'seconds'),
    ]);
    const memory = Math.max(...runs.get(blog).flatMap(({ first, again }) => [first.memory, again.memory]));
    const cells = [
      files,
      blog.name,
      own[0].toFixed(2),
      (own[0] / base[0]).toFixed(2),
      figure(blog, 'first', 'work').toFixed(1),
      own[1].toFixed(2),
      (own[1] / base[1]).toFixed(2),
      Math.round(memory),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
console.log(
  `\nMedians of ${options.runs} builds, whole commands, ${os.cpus().length} processors, Node ${process.versions.node}.`,
);
