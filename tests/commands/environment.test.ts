/** Variables from `.env` files and the environment. */
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { SITEGEN, run, sitegen } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';
import { untilShown } from '../helpers/watching.ts';

const ISLAND = (body: string) => `import { island } from 'sitegen';
function Key() {
  ${body}
}
export default island('key', Key);`;

const withIsland = (body: string, more = {}) => ({
  'templates/pages/index.tsx': page('Home', '<Key />', `import Key from '../islands/key';`),
  'templates/islands/key.tsx': ISLAND(body),
  ...more,
});

const SHOW =
  'return <b>{`${process.env.PUBLIC_A} ${import.meta.env.PUBLIC_B} ${process.env["PUBLIC_C"]} ${import.meta.env.PUBLIC_D}`}</b>;';

async function scriptOf({ list, read }: Project): Promise<string> {
  const scripts = (await list('out/assets')).filter((file) => file.endsWith('.js'));
  return (await Promise.all(scripts.map((file) => read(`out/assets/${file}`)))).join('\n');
}

test('the environment overrides files, and local files override others, in pages, data, config and islands', async () => {
  const all = ['A', 'B', 'C', 'D'].map((name) => `PUBLIC_${name}=`);
  const project = await makeProject(
    withIsland(SHOW, {
      '.env': `${all.join('env\n')}env\nSITE=https://env.example`,
      '.env.production': `${all.slice(0, 3).join('production\n')}production`,
      '.env.local': `${all.slice(0, 2).join('local\n')}local`,
      '.env.development': `${all.join('development\n')}development`,
      'sitegen.config.ts': `export default { site: process.env.SITE };`,
      'templates/pages/data.tsx': page(
        'Data',
        '<p>{data + import.meta.env.PUBLIC_B}</p>',
        `export const load = () => process.env.PUBLIC_C;`,
      ),
    }),
  );

  const { code, stderr } = await run([process.execPath, SITEGEN, 'build'], project.root, { PUBLIC_A: 'real' });

  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(await project.read('out/index.html')).toContain('<b>real local production env</b>');
  expect(await project.read('out/index.html')).toContain('href="https://env.example/"');
  expect(await project.read('out/data/index.html')).toContain('<p>productionlocal</p>');
  const script = await scriptOf(project);
  expect(script).toContain('"real local production env"');
  expect(script).not.toMatch(/process\.env|import\.meta/);
});

test('a missing public variable is an error with its place, unless the code has a default', async () => {
  const use = 'return <b>{process.env.PUBLIC_GONE}{import.meta.env.PUBLIC_OPTIONAL ?? "default"}</b>;';
  const project = await makeProject(
    withIsland(use, {
      'templates/pages/other.tsx': page('Other', '<p>{import.meta.env.PUBLIC_LOST}{process.env.PUBLIC_B || "b"}</p>'),
    }),
  );

  const failed = await sitegen(project.root, 'build');
  await project.write({ 'sitegen.config.ts': `export default { checks: { 'variable-missing': 'warning' } };` });
  const warned = await sitegen(project.root, 'build');

  expect(failed.stderr.match(/^error .*/gm)).toEqual([
    'error variable-missing  templates/pages/other.tsx:5:34',
    'error variable-missing  templates/islands/key.tsx:3:14',
  ]);
  expect(failed.code).toBe(1);
  expect(warned.code).toBe(0);
  expect(warned.stderr.match(/^warning variable-missing/gm)).toHaveLength(2);
  expect(await project.read('out/index.html')).toContain('default');
  expect(await scriptOf(project)).not.toMatch(/process\.env|import\.meta/);
});

const SECRET_READS = [
  'process.env.SECRET',
  'import.meta.env.SECRET',
  "import.meta.env['SECRET']",
  'import.meta.env.VITE_SET',
  'import.meta.env.VITE_UNSET',
  "import.meta.env.VITE_UNSET ?? 'default'",
  'import.meta.env.LEGACY',
  'process.env.NEXT_PUBLIC_A',
];

test('build reports all other variables in islands, with their places, set or not', async () => {
  const body = `return <b>{[\n${SECRET_READS.join(',\n')}\n]}</b>;`;
  const project = await makeProject(withIsland(body, { '.env': 'SECRET=hidden\nVITE_SET=hidden' }));

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)).toEqual(
    SECRET_READS.map((_, index) => `error island-global  templates/islands/key.tsx:${4 + index}:1`),
  );
});

test("build gives pages and islands Vite's variables, whatever the environment says", async () => {
  const values = '{JSON.stringify([e.BASE_URL, e.MODE, e.DEV, e.PROD, e.SSR])}'.replaceAll('e.', 'import.meta.env.');
  const project = await makeProject(
    withIsland(`return <b>${values}{import.meta.env.SSR ? 'on the server' : 'in the browser'}</b>;`, {
      '.env': 'MODE=wrong\nDEV=1\nBASE_URL=wrong\nPUBLIC_A=a',
      'sitegen.config.ts': `export default { base: '/docs/' };`,
      'templates/pages/whole.tsx': page(
        'Whole',
        `<p>{JSON.stringify([DEV, MODE, rest.BASE_URL, PUBLIC_A, 'PATH' in rest])}</p><i>${values}</i>`,
        'const { DEV, MODE, PUBLIC_A, ...rest } = import.meta.env;',
      ),
    }),
  );

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(stderr).toBe('');
  expect(code).toBe(0);
  const script = await scriptOf(project);
  expect(await project.read('out/index.html')).toContain(
    '<b>[&quot;/docs/&quot;,&quot;production&quot;,false,true,true]<!-- -->on the server</b>',
  );
  expect(script).toContain('["/docs/","production",!1,!0,!1]');
  expect(script).toContain('in the browser');
  expect(script).not.toContain('on the server');
  const whole = await project.read('out/whole/index.html');
  expect(whole).toContain('<p>[false,&quot;production&quot;,&quot;/docs/&quot;,&quot;a&quot;,true]</p>');
  expect(whole).toContain('<i>[&quot;/docs/&quot;,&quot;production&quot;,false,true,true]</i>');
});

test('editing a file changes only output that uses the edited variable', async () => {
  const project = await makeProject(
    withIsland('return <b>{process.env.PUBLIC_A}</b>;', { '.env': 'PUBLIC_A=first\nUNUSED=1' }),
  );
  const changes = async () =>
    (JSON.parse((await sitegen(project.root, 'build', '--json')).stdout) as { changes: Record<string, string[]> })
      .changes;

  await changes();
  await project.write({ '.env': 'PUBLIC_A=first\nUNUSED=2' });
  const unused = await changes();
  await project.write({ '.env': 'PUBLIC_A=second\nUNUSED=2' });
  const used = await changes();

  expect(Object.values(unused).flat()).toEqual([]);
  expect(used['changed']).toEqual(['/']);
  expect(await project.read('out/index.html')).toContain('second');
  expect(await scriptOf(project)).toContain('second');
  expect(process.env['PUBLIC_A']).toBeUndefined();
});

test('serve reads and watches the files for development; builds do not read them', async () => {
  const home = `export const meta = { title: 'Home', description: 'x' };
export default () => <h1>{process.env.STAGE + import.meta.env.MODE}</h1>;`;
  const project = await makeProject({ 'templates/pages/index.tsx': home, '.env': 'STAGE=base' });

  // In a separate process, which releases its locks when it exits.
  const server = await startServeProcess([], project.root);
  await project.write({ '.env.development': 'STAGE=first' });
  await untilShown(server, '', 'firstdevelopment');
  await project.write({ '.env.development.local': 'STAGE=second' });
  await untilShown(server, '', 'seconddevelopment');
  await server.stop();
  const built = await sitegen(project.root, 'build');

  expect(built.code).toBe(0);
  expect(await project.read('out/index.html')).toContain('<h1>baseproduction</h1>');
});

test('secrets do not appear anywhere in out/ and .sitegen/', async () => {
  const secrets = { FROM_FILE: 'canary-in-file-4711', PUBLIC_SHOWN: 'shown' };
  const file = Object.entries(secrets).map(([name, value]) => `${name}="${value}"\n`);
  const project = await makeProject(
    withIsland('return <b>{process.env.PUBLIC_SHOWN}</b>;', {
      '.env': file.join(''),
      '.env.local': 'UNREAD=canary-unread-4711',
      'sitegen.config.ts': `void process.env.FROM_FILE;\nexport default {};`,
      'templates/pages/data.tsx': page(
        'Data',
        '<p>{data}{(process.env.FROM_SYSTEM ?? "").length}</p>',
        `import { shared } from 'sitegen';
const sleep = () => new Promise((resolve) => setTimeout(resolve, 40));
export const load = async () => {
  const lengths = await shared('lengths', async () => (await sleep(), process.env.FROM_FILE!.length));
  return [lengths, process.env.FROM_SYSTEM!.length, Object.values(process.env).length].join();
};`,
      ),
    }),
  );
  process.env['FROM_SYSTEM'] = 'canary-in-system-4711';
  onTestFinished(() => void Reflect.deleteProperty(process.env, 'FROM_SYSTEM'));

  const server = await serveProject(project);
  await server.stop();
  const built = await sitegen(project.root, 'build');

  expect(built.code).toBe(0);
  expect(await project.read('out/data/index.html')).toContain('<p>19,21,');
  for (const folder of ['out', '.sitegen']) {
    const files = await project.list(folder);
    expect(files.length).toBeGreaterThan(0);
    const texts = await Promise.all(
      files.map(async (name) => [name, await project.read(`${folder}/${name}`)] as const),
    );
    expect(texts.filter(([, text]) => text.includes('canary')).map(([name]) => name)).toEqual([]);
  }
});
