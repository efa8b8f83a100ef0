/**
 * Measures builds of pages with photographs against sharp alone, with the same settings, on the same processors:
 * node bench/images.mjs --photographs 20
 *
 * The photographs are synthetic, of 12 megapixels: noise in several sizes, which is about as detailed as a landscape.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';

const { values } = parseArgs({ options: { photographs: { type: 'string', default: '20' } } });
const count = Number(values.photographs);
const WIDTHS = [480, 960, 1440];
const ROOT = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'sitegen-images-'));

const octave = (size) =>
  sharp({
    create: {
      width: Math.round(4000 / size),
      height: Math.round(3000 / size),
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer()
    .then((small) => sharp(small).resize(4000, 3000, { kernel: 'cubic' }).toBuffer());

async function createPhotograph(file) {
  const [fine, ...coarse] = await Promise.all([4, 16, 64, 256].map(octave));
  const layers = coarse.map((input) => ({ input, blend: 'overlay' }));
  await sharp(fine).composite(layers).jpeg({ quality: 92 }).toFile(file);
}

function createSite() {
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write(
    'templates/shell.tsx',
    `export default ({ meta, children }: any) => <html lang="en"><head><title>{meta.title}</title><meta name="description" content="Photographs" /></head><body>{children}</body></html>;`,
  );
  write(
    'templates/pages/index.tsx',
    `import { Picture } from 'sitegen';
const photographs = Object.values(import.meta.glob<any>('../photographs/*.jpg', { eager: true, import: 'default' }));
export const meta = { title: 'Photographs' };
export default () => <main><h1>Photographs</h1>{photographs.map((photo) => <Picture key={photo.src} src={photo} widths={${JSON.stringify(WIDTHS)}} sizes="50vw" alt="" />)}</main>;`,
  );
  mkdirSync(path.join(folder, 'templates/photographs'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(ROOT, path.join(folder, 'node_modules/sitegen'), 'junction');
  for (const name of ['react', 'react-dom', 'sharp'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction');
}

const ALONE = `
const sharp = require('sharp');
sharp.concurrency(1);
sharp.cache(false);
const [folder, widths, size, ...files] = process.argv.slice(2);
const queue = files.entries();
const next = async () => {
  for (const [index, file] of queue) for (const width of JSON.parse(widths)) {
    const image = sharp(file).autoOrient().resize({ width });
    const save = (format, settings) => image.clone().toFormat(format, settings).toFile(folder + '/' + index + '-' + width + '.' + format);
    await save('avif', { quality: 50, effort: 3 });
    await save('webp', { quality: 80 });
    await save('jpeg', { quality: 80 });
  }
};
Promise.all(Array.from({ length: Number(size) }, next));
`;

/** On a busy machine, the processor time says more than the time that passes. */
function measure(args, options) {
  const start = performance.now();
  const command = ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', process.execPath, ...args];
  const { stderr, status } = spawnSync('bash', command, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { passed: (performance.now() - start) / 1000, used: user + system };
}

function report(name, { passed, used }, alone) {
  const ratio = alone ? ` (${(passed / alone.passed).toFixed(2)} x, ${(used / alone.used).toFixed(2)} x)` : '';
  console.log(`${name.padEnd(14)}${passed.toFixed(1)} s, ${used.toFixed(1)} s of processor time${ratio}`);
}

try {
  createSite();
  const files = Array.from({ length: count }, (_, index) => path.join(folder, `templates/photographs/${index}.jpg`));
  for (const file of files) await createPhotograph(file);
  const saved = path.join(folder, 'alone');
  mkdirSync(saved);
  const script = path.join(folder, 'alone.cjs');
  writeFileSync(script, ALONE);
  const size = String(availableParallelism());
  const env = { ...process.env, UV_THREADPOOL_SIZE: size };
  const alone = measure([script, saved, JSON.stringify(WIDTHS), size, ...files], { cwd: folder, env });
  const build = () => measure([path.join(ROOT, 'bin/sitegen.js'), 'build'], { cwd: folder, env });
  console.log(`${count} photographs, ${WIDTHS.join(', ')} pixels wide, as AVIF, WebP and JPEG, on ${size} processors`);
  report('sharp alone', alone);
  report('first build', build(), alone);
  report('second build', build());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
