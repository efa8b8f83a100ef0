import { describe, expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const CLASS = `import { readFileSync } from 'node:fs';
class Hidden { #text: string; constructor(text: string) { this.#text = text; } get text() { return this.#text; } }
const read = () => readFileSync('data.txt', 'utf8');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));`;

function loadingPage(data: string, body: string, before = '') {
  const load = `export const load = async () => { await wait(${before === '' ? 0 : 50}); return ${data}; };`;
  return { 'templates/pages/data.tsx': page('Data', `<p>{${body}}</p>`, `${CLASS}\n${load}`), 'data.txt': 'one' };
}

describe('a change is noticed in data with', () => {
  test.each([
    ['private fields', 'new Hidden(read())', 'data.text'],
    ['a URL', '({ link: new URL(`https://example.com/${read()}`) })', 'data.link.pathname'],
    ['a URL in a map', 'new Map([[1, [new URL(`https://example.com/${read()}`)]]])', 'data.get(1)[0].pathname'],
    ['an accessor', '((text) => Object.defineProperty({}, "text", { get: () => text }))(read())', 'data.text'],
    ['a symbol', '({ [Symbol.for("text")]: read() })', 'data[Symbol.for("text")]'],
    ['a property of an error', 'Object.assign(new Error("x"), { stack: "", code: read() })', 'data.code'],
    [
      'a name of a list with a gap',
      'Object.assign([, 1], { link: new URL(`https://a/${read()}`) })',
      'data.link.pathname',
    ],
    ['a symbol of a list', 'Object.assign([1], { [Symbol.for("text")]: read() })', 'data[Symbol.for("text")]'],
    ['a function in a list', '((text) => [1, () => text])(read())', 'data[1]()'],
    ['a proxy', '({ text: read(), map: new Proxy(new Map(), {}) })', 'data.text'],
    ['a subclass of Array', 'new (class extends Array { text = read() })()', 'data.text'],
  ])('%s', async (_what, data, body) => {
    const project = await makeProject(loadingPage(data, body));
    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
    expect(await project.read('out/data/index.html')).toContain('one</p>');

    await project.write({ 'data.txt': 'two' });
    await sitegen(project.root, 'build');

    expect(await project.read('out/data/index.html')).toContain('two</p>');
  });
});

test.each([
  ['new URL("https://example.com")', 'props.list[1].link is an instance of URL'],
  ['new (class Point { x = 1 })()', 'props.list[1].link is an instance of Point'],
  ['() => 1', 'props.list[1].link is a function'],
])('props of paths with %s are an error that names the place', async (value, expected) => {
  const project = await makeProject({
    'templates/pages/[slug].tsx': page(
      'Item',
      '',
      `export const paths = [{ params: { slug: 'a' }, props: { list: [0, { link: ${value} }] } }];`,
    ),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error paths-item');
  expect(stderr).toContain(expected);
});

test('serve loads data again that it could not keep as it is', async () => {
  const project = await makeProject(loadingPage('new Hidden(read())', 'data.text', 'slowly'));
  const first = await serveProject(project);
  await first.stop();

  const { url } = await serveProject(project);

  expect(await (await fetch(new URL('data/', url))).text()).toContain('<p>one</p>');
});
