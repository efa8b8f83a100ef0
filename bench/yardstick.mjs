/**
 * Shows that a change of sitegen changes no byte of `out/`: builds a frozen copy of every site in the repository, and compares
 * hashes of all files with those of the last time.
 *
 *   node bench/yardstick.mjs                      compare with bench/yardstick.json
 *   node bench/yardstick.mjs --record             write it, after every difference has been decided
 *   node bench/yardstick.mjs --keep <folder>      keep the sites and what they build to, for `diff -r`
 *   node bench/yardstick.mjs --sitegen <folder>   with another checkout of sitegen, compiled
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

/** The sites are built as they were in this commit. Move it on only if sitegen no longer builds them. */
const COMMIT = '9f908f05';

const { values: options } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    keep: { type: 'string' },
    sitegen: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
  },
});
const root = path.resolve(import.meta.dirname, '..');
const sitegen = path.resolve(options.sitegen);
const record = path.join(import.meta.dirname, 'yardstick.json');
const work = options.keep ?? mkdtempSync(path.join(os.tmpdir(), 'sitegen-yardstick-'));
if (options.keep === undefined) process.on('exit', () => rmSync(work, { recursive: true }));

/** The repository as it was. */
const frozen = path.join(work, 'frozen');
mkdirSync(frozen, { recursive: true });
const archive = execFileSync('git', ['archive', COMMIT], { cwd: root, maxBuffer: 1 << 28 });
execFileSync('tar', ['-x', '-C', frozen], { input: archive });

/** Writes the sources of a site into its folder. By name. */
const SITES = {
  consultancy: copy('templates', 'public', 'sitegen.config.ts', 'package.json'),
  blog: copy('examples/blog/.', 'templates/fonts'),
  docs: copy('examples/docs/.', 'templates/fonts'),
  minimal: copy('examples/minimal/.'),
  site: copy('examples/site/.', 'templates/fonts'),
  drawings: copy('tests/fixtures/drawings/.'),
  documentation: (folder) => {
    // The landing page prints how long builds took.
    writeFileSync(path.join(frozen, 'examples/manual/evidence.mjs'), 'export const readEvidence = () => ({});\n');
    rmSync(path.join(frozen, 'examples/manual/templates'), { recursive: true });
    mkdirSync(path.join(frozen, 'examples/manual/templates'));
    execFileSync(process.execPath, ['examples/manual.mjs'], { cwd: frozen });
    copy('.sitegen/manual/.')(folder);
  },
  reference: copy('bench/reference/.'),
  'both-formats': async (folder) => {
    copy('examples/minimal/.')(folder);
    const outfile = path.join(folder, 'documents.mjs');
    await build({ entryPoints: [path.join(frozen, 'tests/helpers/documents.ts')], format: 'esm', outfile });
    const { DOCUMENT_FILES } = await import(outfile);
    for (const [file, text] of Object.entries(DOCUMENT_FILES)) write(path.join(folder, file), text);
  },
};

/** @param parts files and folders of the repository; of one that ends in `/.`, its contents */
function copy(...parts) {
  return (folder) => {
    for (const part of parts)
      cpSync(path.join(frozen, part), part.endsWith('/.') ? folder : path.join(folder, part), { recursive: true });
  };
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The hashes of scripts contain the place of sitegen: `/assets/islands-1A2B3C4D.js` */
const withoutHashes = (text) => text.replace(/-[\dA-Z]{8}(?=\.js)/g, '');

function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** @returns how many files a build writes, and a hash of their names and bytes */
function hashSite(folder) {
  const args = [path.join(sitegen, 'bin/sitegen.js'), 'build', '--root', folder, '--at', '2026-11-28', '--quiet'];
  const overrides = path.join(folder, 'overrides.json');
  const env = { ...process.env, TZ: 'UTC', BENCH_PAGES: '1000', BENCH_OVERRIDES: overrides };
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const out = path.join(folder, 'out');
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)));
  // The list for later commands is not for visitors.
  const published = files.filter((file) => file !== '.sitegen');
  const hashes = published.map((file) => {
    const bytes = readFileSync(path.join(out, file));
    const isText = /\.(?:html|css|js|json|xml|txt|md|webmanifest)$/.test(file);
    return hashOf(`${withoutHashes(file)}\0`, isText ? withoutHashes(bytes.toString()) : bytes);
  });
  return { files: published.length, hash: hashOf(...hashes.toSorted()) };
}

const before = options.record ? {} : JSON.parse(readFileSync(record, 'utf8'));
const now = {};
for (const [name, create] of Object.entries(SITES)) {
  const folder = path.join(work, name);
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  for (const installed of readdirSync(path.join(sitegen, 'node_modules')))
    if (!installed.startsWith('.'))
      symlinkSync(path.join(sitegen, 'node_modules', installed), path.join(folder, 'node_modules', installed));
  symlinkSync(sitegen, path.join(folder, 'node_modules/sitegen'));
  await create(folder);
  now[name] = hashSite(folder);
  const isSame = now[name].hash === before[name]?.hash;
  if (!options.record && !isSame) process.exitCode = 1;
  console.log(`${name}: ${now[name].files} files${options.record ? '' : isSame ? ', the same' : ', DIFFERENT'}`);
}
if (options.record) writeFileSync(record, `${JSON.stringify(now, null, 2)}\n`);
