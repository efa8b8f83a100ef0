/** Images of a few kilobytes with huge dimensions are not decoded, drawn or encoded. */
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { run, SITEGEN } from '../helpers/run.ts';

/** Black, one bit per pixel. */
function png(width: number, height: number): Buffer {
  const header = Buffer.from('IHDR\0\0\0\0\0\0\0\0\x01\0\0\0\0', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const data = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const chunks = [header, Buffer.concat([Buffer.from('IDAT'), data]), Buffer.from('IEND')].flatMap((chunk) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(chunk.length - 4);
    sum.writeUInt32BE(crc32(chunk));
    return [length, chunk, sum];
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

const svg = (attributes: string, content = '<rect width="9" height="9"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

const PEAK = 'data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))';

/** Builds in a separate process. `peak` is in MB. */
async function build(files: Readonly<Record<string, string | Uint8Array>>) {
  const project = await makeProject(files);
  const ran = await run([process.execPath, '--import', PEAK, SITEGEN, 'build'], project.root);
  return { ...ran, peak: Number(/peak (\d+)/.exec(ran.stderr)?.[1]) / 1024 };
}

test('photographs and pictures with too many pixels are errors, and are not decoded', async () => {
  const shown = (name: string, widths: string) => `<Picture src={${name}} widths={${widths}} sizes="50vw" alt="" />`;
  const { code, stderr, peak } = await build({
    'templates/square.png': png(16_000, 16_000),
    'templates/line.png': png(60_000, 5000),
    'templates/wide.png': png(9000, 9000),
    'templates/right.png': png(9000, 9000),
    'templates/pages/index.tsx': page(
      'Home',
      shown('square', '[16000, 480]') + shown('line', '[480]') + shown('wide', '[16000]') + shown('right', '[90]'),
      `import { Picture } from 'sitegen'; import square from '../square.png'; import line from '../line.png';
import wide from '../wide.png'; import right from '../right.png';`,
    ),
  });

  expect(code).toBe(1);
  expect(stderr).toMatch(
    /image-failed +templates\/square\.png\n.*has 16000 × 16000 pixels, and the pixel limit is 210 million/,
  );
  expect(stderr).toMatch(/image-failed +templates\/line\.png\n.*has 60000 × 5000 pixels/);
  expect(stderr).toMatch(/image-failed +templates\/wide\.png\n.*9000 × 9000 pixels, and the pixel limit is 40 million/);
  expect(stderr).not.toContain('right.png');
  expect(peak).toBeLessThan(400);
});

test.each([
  ['is a line', svg('width="1" height="1000000"')],
  ['has a line as its viewBox', svg('viewBox="0 0 .001 1000"')],
])('an icon that %s is an error, and so is a card', async (_, drawing) => {
  const { code, stderr, peak } = await build({
    'sitegen.config.ts': `export default { site: 'https://example.org' };`,
    'templates/icon.svg': drawing,
    'templates/drawing.svg': drawing,
    'templates/card.tsx': `import text from './drawing.svg?raw';
const [, attributes = '', content = ''] = /<svg [^ ]+ ([^>]*)>([^]*)<.svg>/.exec(text);
const props = Object.fromEntries([...attributes.matchAll(/(\\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
export default () => <svg xmlns="http://www.w3.org/2000/svg" {...props} dangerouslySetInnerHTML={{ __html: content }} />;`,
  });

  expect(code).toBe(1);
  expect(stderr).toMatch(/error icon-failed +templates\/icon\.svg\n.*the pixel limit is \d+ million/);
  expect(stderr).toMatch(/error card-failed +templates\/card\.tsx.*\n.*the pixel limit is \d+ million/);
  expect(peak).toBeLessThan(400);
});
