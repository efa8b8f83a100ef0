/** `<Picture>`. */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { load } from 'cheerio';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { animatedPng, jpeg } from '../helpers/images.ts';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>';

/** A PNG header that claims pixels for 900 MB. */
const HUGE = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  ...['IHDR\0\0\x75\x30\0\0\x75\x30\x08\0\0\0\0', 'IDATx', 'IEND'].flatMap((text) => {
    const chunk = Buffer.from(text, 'latin1');
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(chunk.length - 4);
    sum.writeUInt32BE(crc32(chunk));
    return [length, chunk, sum];
  }),
]);

const IMPORTS = `import { Picture } from 'sitegen';\nimport photo from '../photo.jpg';`;

async function build({ root }: Project) {
  const { code, stdout } = await sitegen(root, 'build', '--json');
  const { diagnostics, changes } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics' | 'changes'>;
  return { code, diagnostics, changes };
}

/** By name, to compare two builds. */
async function readAssets(project: Project) {
  const names = await project.list('out/assets');
  const read = async (name: string) => [name, await readFile(path.join(project.root, 'out/assets', name))] as const;
  return new Map(await Promise.all(names.map(read)));
}

test('writes every format in every width, none larger than the photograph, identical in each build', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/', assetPrefix: 'https://cdn.example.com/' };`,
    'templates/photo.jpg': await jpeg(60, 40, { orientation: 6 }),
    'templates/plan.svg': SVG,
    'templates/islands/box.tsx': `import { island } from 'sitegen';
export default island('box', ({ children }: any) => <div>{children}</div>);`,
    'templates/pages/index.tsx': page(
      'Home',
      `<Picture src={photo} widths={[20, 30, 90, 120]} sizes="50vw" alt="A" className="a" loading="eager" fetchPriority="high" />
<Box><Picture src={photo} widths={[20]} sizes="20px" alt="B" /></Box><Picture src={plan} widths={[20]} sizes="20px" alt="" />`,
      `${IMPORTS}\nimport plan from '../plan.svg';\nimport Box from '../islands/box';`,
    ),
  });

  expect(await build(project)).toMatchObject({ code: 0, diagnostics: [] });
  const $ = load(await project.read('out/index.html'));
  const files = await readAssets(project);
  expect((await build(project)).changes).toEqual({ added: [], changed: [], removed: [] });
  await rm(path.join(project.root, '.sitegen'), { recursive: true });
  await rm(path.join(project.root, 'out'), { recursive: true });
  await build(project);

  expect(await readAssets(project)).toEqual(files);
  const [first, second, drawing] = $('picture')
    .toArray()
    .map((element) => $(element));
  const sources =
    first
      ?.children()
      .toArray()
      .map(({ attribs }) => attribs) ?? [];
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', undefined]);
  const widthsOf = ({ srcset = '' }: Record<string, string>) =>
    [...srcset.matchAll(/ (\d+)w/g)].map(([, width]) => width);
  expect(sources.map(widthsOf)).toEqual([0, 1, 2].map(() => ['20', '30', '40']));
  const { src: _, srcset: __, ...image } = sources[2] ?? {};
  expect(image).toEqual({
    sizes: '50vw',
    alt: 'A',
    class: 'a',
    width: '40',
    height: '60',
    loading: 'eager',
    fetchpriority: 'high',
    decoding: 'async',
  });
  expect(second?.find('img').attr()).toMatchObject({ loading: 'lazy', width: '20', height: '30' });
  expect(drawing?.html()).toMatch(
    /^<img [^>]*src="https:\/\/cdn.example.com\/assets\/plan-\w+\.svg" width="8" height="4">$/,
  );
  const encoded = [...files].flatMap(([name, bytes]) => (/^photo-\d+-/.test(name) ? [{ name, bytes }] : []));
  expect(encoded).toHaveLength(9);
  for (const { name, bytes } of encoded) {
    expect($.html()).toContain(`https://cdn.example.com/assets/${name}`);
    const { width, height, format, compression } = await sharp(bytes).metadata();
    const ending = { jpeg: 'jpg', heif: compression === 'av1' ? 'avif' : '' }[format as string] ?? format;
    expect(name).toMatch(new RegExp(`^photo-${width}-\\w{8}\\.${ending}$`));
    expect(height).toBe(width * 1.5);
  }
  expect($('link[rel=preload]').length).toBe(0);
});

test('a component renders photographs in Markdown as pictures, and heavy ones are reported', async () => {
  const noise = createHash('shake256', { outputLength: 900 * 600 * 3 }).digest();
  const heavy = sharp(noise, { raw: { width: 900, height: 600, channels: 3 } }).png();
  const project = await makeProject({
    'templates/photo.jpg': await jpeg(60, 40),
    'templates/heavy.png': await heavy.toBuffer(),
    'templates/markdown.tsx': `import { Picture } from 'sitegen';
export const components = {
  img: ({ src, width, height, alt }: any) =>
    alt === 'As it is' ? <img {...{ src, width, height, alt }} /> : <Picture src={{ src, width, height }} widths={[20, 40]} sizes="20px" alt={alt} />,
};`,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.md':
      '---\ntitle: Home\ndescription: The home page.\n---\n\n# Home\n\n![A](../photo.jpg)\n\n![As it is](../heavy.png)\n',
  });

  const { code, diagnostics } = await build(project);
  const [source] = load(await project.read('out/index.html'))('source').toArray();
  const name = /^\/(\S+)/.exec(source?.attribs['srcset'] ?? '')?.[1] ?? '';
  const { width } = await sharp(path.join(project.root, 'out', name)).metadata();

  expect(code).toBe(0);
  expect(diagnostics.map((one) => one.code)).toEqual(['image-heavy']);
  expect(width).toBe(20);
});

test('build reports photographs that cannot be encoded, and pictures of other files', async () => {
  const photograph = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 99, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
  const frames = await Promise.all(['#456', '#654'].map((background) => jpeg(60, 40, { background })));
  const animation = sharp(frames, { join: { animated: true } });
  const show = (title: string, file: string) =>
    page(
      title,
      '<Picture src={it} widths={[40]} sizes="40px" alt="" />',
      `import { Picture } from 'sitegen';\nimport it from '../${file}';`,
    );
  const project = await makeProject({
    'templates/photo.jpg': await jpeg(60, 40),
    'templates/cut.jpg': photograph.subarray(0, photograph.length / 2),
    'templates/huge.png': HUGE,
    'templates/moving.webp': await animation.webp().toBuffer(),
    'templates/frames.png': await animatedPng(60, 40),
    'templates/pages/index.tsx': undefined,
    'templates/pages/cut.tsx': show('Cut', 'cut.jpg'),
    'templates/pages/huge.tsx': show('Huge', 'huge.png'),
    'templates/pages/moving.tsx': show('Moving', 'moving.webp'),
    'templates/pages/frames.tsx': show('Frames', 'frames.png'),
    'templates/pages/other.tsx': page(
      'Other',
      `<Picture src={{ src: '/photo.jpg', width: 9, height: 9 }} widths={[9]} sizes="9px" alt="" />`,
      IMPORTS,
    ),
    'templates/islands/box.tsx': `${IMPORTS}\nimport { island } from 'sitegen';
export default island('box', () => <Picture src={photo} widths={[20]} sizes="20px" alt="" />);`,
    'templates/pages/island.tsx': page('Island', '<Box />', `import Box from '../islands/box';`),
    'templates/pages/address.tsx': page('Address', '<Picture src="/a.jpg" widths={[9]} sizes="" alt="" />', IMPORTS),
    'templates/pages/widths.tsx': page('Widths', '<Picture src={photo} widths={[0.5]} sizes="" alt="" />', IMPORTS),
  });
  const { code: status, diagnostics } = await build(project);

  expect(status).toBe(1);
  const place = ({ code, place: at, pages }: BuildResult['diagnostics'][number]) =>
    [code, at?.file, pages?.paths[0]].join(' ');
  expect(diagnostics.map(place).toSorted()).toEqual([
    'image-failed  /other/',
    'image-failed templates/cut.jpg /cut/',
    'image-failed templates/frames.png /frames/',
    'image-failed templates/huge.png /huge/',
    'image-failed templates/moving.webp /moving/',
    'image-failed templates/pages/address.tsx /address/',
    'image-failed templates/pages/widths.tsx /widths/',
    'page-failed templates/pages/island.tsx /island/',
  ]);
  expect(diagnostics.find((one) => one.place?.file === 'templates/huge.png')?.message).toContain('pixel limit');
});

test('a transparent PNG stays transparent whatever its name is, and every build reports colours for print', async () => {
  const clear = sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } });
  const print = sharp({ create: { width: 40, height: 30, channels: 3, background: '#0af' } }).toColourspace('cmyk');
  const project = await makeProject({
    'templates/clear.jpg': await clear.png().toBuffer(),
    'templates/print.jpg': await print.jpeg().toBuffer(),
    'templates/profile.jpg': await print.withIccProfile('cmyk').jpeg().toBuffer(),
    'templates/pages/index.tsx': page(
      'Home',
      '{[clear, print, profile].map((one) => <Picture key={one.src} src={one} widths={[20, 40]} sizes="40px" alt="" />)}',
      `import { Picture } from 'sitegen';
${['clear', 'print', 'profile'].map((name) => `import ${name} from '../${name}.jpg';`).join('\n')}`,
    ),
  });

  for (const _ of ['first', 'second']) {
    const { code, diagnostics } = await build(project);

    expect(code).toBe(0);
    expect(diagnostics).toMatchObject([{ code: 'image-colors', place: { file: 'templates/print.jpg' } }]);
  }
  const assets = await readAssets(project);
  const encoded = [...assets].filter(([name]) => /^clear-(?:20|40)-/.test(name));
  expect(encoded.map(([name]) => path.extname(name)).toSorted()).toEqual(
    ['.avif', '.png', '.webp'].flatMap((ending) => [ending, ending]),
  );
  for (const [, bytes] of encoded) expect((await sharp(bytes).ensureAlpha().raw().toBuffer()).at(3)).toBe(0);
});

test('serve shows the original immediately', async () => {
  const project = await makeProject({
    'templates/photo.jpg': await jpeg(60, 40),
    'templates/pages/index.tsx': page('Home', '<Picture src={photo} widths={[20]} sizes="20px" alt="" />', IMPORTS),
  });
  const server = await serveProject(project);

  const $ = load(await (await fetch(server.url)).text());
  const image = await fetch(new URL($('picture > img').attr('src') ?? '', server.url));

  expect($('picture').children()).toHaveLength(1);
  expect(image.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await image.arrayBuffer())).toEqual(await jpeg(60, 40));
});
