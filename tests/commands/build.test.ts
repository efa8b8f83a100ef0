import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const COUNTER = `import { useState } from 'react';
import { island } from 'sitegen';

function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return <button onClick={() => setCount(count + 1)}>Count: {count}</button>;
}
export default island('counter', Counter);
`;

describe('sitegen build', () => {
  test('writes each page to its own folder, and error pages to the root', async () => {
    const project = await makeProject({
      'templates/pages/guide/index.tsx': page('Guide', '<a href="/guide/setup/">Set up</a>'),
      'templates/pages/guide/setup.tsx': page('Set up', ''),
      'templates/pages/404.tsx': page('Not found', ''),
      'templates/pages/500.tsx': page('Failure', ''),
      'public/robots.txt': 'User-agent: *\n',
      'public/.well-known/security.txt': 'Contact: mailto:a@example.com\n',
    });

    const { code, stdout } = await sitegen(project.root, 'build');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Built 5 pages in \d+\.\d\d s to out$/m);
    expect(await project.list('out')).toEqual([
      '.sitegen',
      '.well-known/security.txt',
      '404.html',
      '500.html',
      'guide/index.html',
      'guide/setup/index.html',
      'index.html',
      'robots.txt',
    ]);
    expect(await project.read('out/404.html')).toMatch(/^<!doctype html><html lang="en">.*noindex/);
    expect((await project.list('.sitegen')).filter((file) => file.startsWith('build-'))).toEqual([]);
  });

  test('adds the script only to pages with an island', async () => {
    const project = await makeProject({
      'templates/islands/counter.tsx': COUNTER,
      'templates/pages/index.tsx': page(
        'Home',
        '<Counter start={3} />',
        `import Counter from '../islands/counter.tsx';`,
      ),
      'templates/pages/plain.tsx': page('Plain', ''),
    });

    const { code } = await sitegen(project.root, 'build');

    expect(code).toBe(0);
    const [script] = (await project.list('out/assets')).filter((file) => file.endsWith('.js'));
    expect(script).toMatch(/^islands-[A-Z0-9]{8}\.js$/);
    const home = load(await project.read('out/index.html'));
    expect(home('script').attr()).toEqual({ type: 'module', src: `/assets/${script}` });
    expect(home('sitegen-island').attr('props')).toBe('{"start":3}');
    expect(home('sitegen-island button').text()).toBe('Count: 3');
    expect(await project.read('out/plain/index.html')).not.toContain('<script');
  });

  test('passes the result of `load` to the page, and retries a failing `load` three times', async () => {
    const failing = (times: number) => `let calls = 0;
export async function load({ path }) {
  calls += 1;
  if (calls <= ${times}) throw new Error('failure ' + calls);
  return 'loaded ' + path + ' at call ' + calls;
}`;
    const project = await makeProject({ 'templates/pages/index.tsx': page('Home', '<p>{data}</p>', failing(3)) });

    const recovered = await sitegen(project.root, 'build');
    const html = await project.read('out/index.html');
    await project.write({ 'templates/pages/index.tsx': page('Home', '<p>{data}</p>', failing(4)) });
    const gaveUp = await sitegen(project.root, 'build');

    expect(recovered.code).toBe(0);
    expect(html).toContain('<p>loaded / at call 4</p>');
    expect(gaveUp.code).toBe(1);
    expect(gaveUp.stderr).toContain('Error: failure 4');
    expect(await project.read('out/index.html')).toBe(html);
  });

  test('writes the same bytes every time', async () => {
    const project = await makeProject({
      'templates/islands/counter.tsx': COUNTER,
      'templates/site.css': '@import "tailwindcss";',
      'templates/pages/index.tsx': page(
        'Home',
        '<Counter start={3} /><p className="p-4 text-red-500">x</p>',
        `import Counter from '../islands/counter.tsx';`,
      ),
    });
    const snapshot = async () => {
      const files = await project.list('out');
      return Promise.all(files.map(async (file) => [file, await project.read(`out/${file}`)]));
    };

    await sitegen(project.root, 'build');
    const first = await snapshot();
    await sitegen(project.root, 'build');

    expect(first).toHaveLength(4);
    expect(await snapshot()).toEqual(first);
  });

  test('publishes imported files under hashed names', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const project = await makeProject({
      'templates/images/mark.svg': svg,
      'templates/site.css': '.mark { background: url(./images/mark.svg) } .photo { background: url(/photo.jpg) }',
      'templates/pages/index.tsx': page('Home', '<img {...mark} alt="" />', `import mark from '../images/mark.svg';`),
      'public/photo.jpg': 'not really',
    });

    const { code, stderr } = await sitegen(project.root, 'build', '--base', '/docs/');

    expect(stderr).toBe('');
    expect(code).toBe(0);
    const src = load(await project.read('out/index.html'))('img').attr('src') ?? '';
    expect(src).toMatch(/^\/docs\/assets\/mark-\w+\.svg$/);
    expect(await project.read(src.replace('/docs/', 'out/'))).toBe(svg);
    const [css] = (await project.list('out/assets')).filter((file) => file.endsWith('.css'));
    const rules = await project.read(`out/assets/${css}`);
    expect(rules).toContain(`url(${src})`); // one file, however many modules import it
    expect(rules).toContain('url(/docs/photo.jpg)');
  });

  test('--json reports the same, and prints nothing else to stdout', async () => {
    const project = await makeProject({
      'templates/pages/index.tsx': page('Home', '<a href="/nowhere/">x</a>', `console.log('from a page');`),
    });

    const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json');

    expect(code).toBe(1);
    expect(stderr).toContain('from a page');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 2,
      ok: false,
      pages: [{ path: '/', output: 'index.html', islands: [] }],
      diagnostics: [{ code: 'link-broken', severity: 'error', place: { file: 'templates/pages/index.tsx' } }],
    });
  });

  test('--quiet prints nothing when the build succeeds', async () => {
    const project = await makeProject();

    expect(await sitegen(project.root, 'build', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
