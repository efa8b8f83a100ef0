/** Imported images. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { jpeg } from '../helpers/images.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('an imported image has its size, and stands for its address, also after it was copied', async () => {
  const project = await makeProject({
    'templates/photo.jpg': await jpeg(40, 30, { orientation: 6 }),
    'templates/pages/index.tsx': page(
      'Home',
      '<img {...photo} alt="" /><video poster={photo.src} src={film} /><pre>{`${photo} ${address}`}</pre>',
      `import photo from '../photo.jpg';\nimport address from '../photo.jpg?url';\nimport film from '../film.mp4';`,
    ),
    'templates/film.mp4': 'film',
    'templates/pages/[slug].tsx': `import photo from '../photo.jpg';
export const paths = [{ params: { slug: 'a' }, props: { photo } }];
export const meta = { title: 'A', description: 'About A.', image: photo };
export default ({ props }: any) => <main><h1>A</h1>
<img src={props.photo} alt="" /></main>;`,
    'templates/files/sizes.json.ts': `export default ({ pages }: any) =>
  JSON.stringify(pages.map(({ meta }: any) => meta.image));`,
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--base', '/docs/', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;

  expect(code).toBe(0);
  const html = await project.read('out/index.html');
  const [address = ''] = /\/docs\/assets\/photo-\w{8}\.jpg/.exec(html) ?? [];
  expect(html).toContain(`<img src="${address}" width="30" height="40" alt=""/>`);
  expect(html).toContain(`<video poster="${address}" src="/docs/assets/film-`);
  expect(html).toContain(`<pre>${address} ${address}</pre>`);
  expect(await project.read('out/a/index.html')).toContain(`<img src="${address}" alt=""/>`);
  expect(JSON.parse(await project.read('out/sizes.json'))).toContainEqual({ src: address, width: 30, height: 40 });
  const places = diagnostics.map(
    ({ severity, code: name, place }) => `${severity} ${name} ${place?.file}:${place?.line}`,
  );
  expect(places).toEqual(['warning image-address templates/pages/[slug].tsx:5']);
});

test('an image without a size is reported once: with its cause, unless that check is off', async () => {
  const project = await makeProject({
    'templates/photo.jpg': await jpeg(40, 30),
    'templates/other.jpg': await jpeg(40, 30),
    'templates/pages/index.tsx': page(
      'Home',
      '<img src={photo as any} alt="" /><img src={other.src} alt="" />',
      `import photo from '../photo.jpg';\nimport other from '../other.jpg';`,
    ),
  });
  const list = async () => {
    const { stdout } = await sitegen(project.root, 'build', '--base', '/docs/', '--json');
    const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
    return diagnostics.map(({ message, ...one }) => [one.code, /photo|other/.exec(message)?.[0], Object.keys(one)]);
  };
  const keys = ['code', 'severity', 'hint', 'place', 'frame', 'pages'];

  expect(await list()).toEqual([
    ['image-address', undefined, keys],
    ['image-size-missing', 'other', keys],
  ]);
  await project.write({ 'sitegen.config.ts': `export default { checks: { 'image-address': 'off' } };` });
  expect(await list()).toEqual([
    ['image-size-missing', 'photo', keys],
    ['image-size-missing', 'other', keys],
  ]);
});

test('build reports images without a size, and oversized or heavy ones, wherever they are', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/', assetPrefix: 'https://cdn.example.com/x/', elsewhere: ['/api/'] };`,
    'templates/photo.jpg': await jpeg(90, 60),
    'public/in public/photo.jpg': await jpeg(90, 60),
    'public/text.jpg': 'a text',
    'public/heavy.svg': `<svg xmlns="http://www.w3.org/2000/svg"/>${' '.repeat(600_000)}`,
    'templates/pages/index.tsx': page(
      'Home',
      '<img {...photo} alt="" width="40" height="30" />',
      `import photo from '../photo.jpg';`,
    ),
    'templates/pages/a/b.tsx': page(
      'B',
      `<img src="../../in%20public/photo.jpg" alt="" width="40" height="30" /><img src="/heavy.svg" alt="" width="9" height="9" />
<img src="/in public/photo.jpg" srcSet="/in%20public/photo.jpg 90w" sizes="40px" alt="" width="40" height="30" />
<img src="/text.jpg" alt="" width="1" height="1" /><img src="/in public/photo.jpg" alt="" width="50%" height="auto" />
<img src="/api/a.png" alt="" /><img src="https://example.org/a.png" alt="" /><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="" />`,
    ),
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;

  expect(code).toBe(0);
  const found = diagnostics.map(
    ({ code: name, message, pages }) =>
      `${name} ${/"[^"]*\/([^"/]+?)(?:-\w{8})?(\.\w+)"/.exec(message)?.slice(1).join('')} ${pages?.paths.join(', ')}`,
  );
  expect(found.toSorted()).toEqual([
    'image-heavy heavy.svg /a/b/',
    'image-heavy photo.jpg /',
    'image-heavy photo.jpg /a/b/',
    'image-size-missing photo.jpg /a/b/',
  ]);
});
