/** Images stored in a different orientation than they are shown in. */
import { expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { turned } from '../helpers/images.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const browser = useBrowser();

const IMAGES = [
  ['jpeg', [3, 6]],
  ['png', [3, 6, 8]],
  ['webp', [6]],
  ['avif', [2, 3, 5, 6]],
] as const;

test('HTML, browser and every file of a <Picture> agree on the orientation of an image', async () => {
  const images = IMAGES.flatMap(([format, orientations]) =>
    orientations.map((orientation) => ({ format, orientation, name: `${format}${orientation}` })),
  );
  const files = images.map(async ({ format, orientation, name }) => {
    return [`templates/${name}.${format}`, await turned(format, 80, 40, orientation)] as const;
  });
  const project = await makeProject({
    ...Object.fromEntries(await Promise.all(files)),
    'templates/pages/index.tsx': page(
      'Home',
      images
        .map(
          ({ name }) => `<figure title="${name}"><img {...${name}} alt="original" />
<Picture src={${name}} widths={[${name}.width]} sizes="80px" alt="A" /></figure>`,
        )
        .join('\n'),
      `import { Picture } from 'sitegen';
${images.map(({ format, name }) => `import ${name} from '../${name}.${format}';`).join('\n')}`,
    ),
  });
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  const server = await serveProject(project, '--no-watch');
  const tab = await browser().newPage();
  await tab.goto(server.url);

  const seen = await tab.evaluate(() => {
    const look = async (address: string) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      const { naturalWidth: width, naturalHeight: height } = image;
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const isRed = (x: number, y: number) => (context.getImageData(x * width, y * height, 1, 1).data[0] ?? 0) > 128;
      const corners = [0.2, 0.8].flatMap((y) => [0.2, 0.8].map((x) => (isRed(x, y) ? 'red' : 'blue')));
      return `${width} x ${height} ${corners.join(' ')}`;
    };
    const lookAt = async (figure: HTMLElement) => {
      const shown = [...figure.querySelectorAll('img')];
      const encoded = [...figure.querySelectorAll('picture > *')].map((one) => one.getAttribute('srcset') ?? '');
      return {
        name: figure.title,
        sizes: shown.map((image) => `${image.getAttribute('width')} x ${image.getAttribute('height')}`),
        original: await look(shown[0]?.src ?? ''),
        encoded: await Promise.all(encoded.map((set) => look(set.replace(/ .*/, '')))),
      };
    };
    return Promise.all([...document.querySelectorAll('figure')].map(lookAt));
  });

  expect(seen.map(({ name }) => name)).toEqual(images.map(({ name }) => name));
  for (const { original, sizes, encoded, name } of seen) {
    const [size] = /^\d+ x \d+/.exec(original) ?? [];
    expect.soft({ name, sizes }).toEqual({ name, sizes: [size, size] });
    expect.soft({ name, encoded }).toEqual({ name, encoded: encoded.map(() => original) });
    expect.soft(original.match(/red/g)).toHaveLength(1);
    expect.soft(encoded.length).toBeGreaterThan(1);
  }
});
