/** `init --for`: the files for each host can be read by its tools, and every template takes a host. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { PackageManager } from '../../src/shared/package-manager.ts';
import { INIT_HOSTS, TEMPLATES, type InitHost } from '../../src/init/choices.ts';
import { PACKAGE_MANAGERS } from '../../src/init/package-manager.ts';
import { addHost, settingsFiles } from '../../src/init/project-files.ts';
import { ROOT } from '../helpers/run.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly permissions?: Record<string, string> }>
  >;
}

const filesFor = (host: InitHost | undefined, packageManager: PackageManager = 'npm', name = 'my-site') =>
  settingsFiles({ name, template: 'minimal', packageManager, host, tarball: undefined });

const workflowFor = async (host: InitHost | undefined, packageManager?: PackageManager) => {
  const text = (await filesFor(host, packageManager)).get('.github/workflows/site.yml') ?? '';
  return parseYaml(text, { strict: true, uniqueKeys: true }) as Workflow;
};

const stepsOf = ({ jobs }: Workflow, job = 'site') => jobs[job]?.steps ?? [];

const runsOf = (workflow: Workflow) => stepsOf(workflow).flatMap(({ run }) => run ?? []);

describe.each([undefined, ...INIT_HOSTS])('for %s', (host) => {
  test.each(Object.keys(PACKAGE_MANAGERS) as PackageManager[])(
    'the workflow for %s checks and builds, from all commits and with what earlier builds kept',
    async (packageManager) => {
      const { run, installLocked } = PACKAGE_MANAGERS[packageManager];
      const workflow = await workflowFor(host, packageManager);
      const steps = Object.keys(workflow.jobs).flatMap((job) => stepsOf(workflow, job));
      const kept = steps.find(({ uses }) => uses?.startsWith('actions/cache@'))?.with?.['path'];

      expect(steps.every((step) => (step.run === undefined) !== (step.uses === undefined))).toBe(true);
      expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/^[\w-]+\/[\w-]+@v\d+$/.test(uses))).toEqual([]);
      expect(runsOf(workflow)).toEqual(
        expect.arrayContaining([installLocked, expect.stringContaining(' build'), `${run} check`]),
      );
      expect(stepsOf(workflow)[0]?.with).toEqual({ 'fetch-depth': 0 });
      expect(kept).toBe('.sitegen/memo\nout\n');
    },
  );

  test('only the job that deploys may', async () => {
    const { permissions, jobs } = await workflowFor(host);

    expect(permissions).toEqual({
      contents: 'read',
      ...(host === 'github' && { pages: 'read' }),
      ...(host === 's3' && { 'id-token': 'write' }),
    });
    expect(Object.entries(jobs).map(([name, job]) => [name, job.permissions])).toEqual([
      ['site', undefined],
      ...(host === 'github' ? [['deploy', { pages: 'write', 'id-token': 'write' }]] : []),
    ]);
  });

  test('the README says how to publish the site, and its preview answers as the host does', async () => {
    const files = await filesFor(host);
    const readme = files.get('README.md') ?? '';
    const { scripts } = JSON.parse(files.get('package.json') ?? '');

    expect(scripts.preview).toBe(`sitegen serve --no-watch${host === undefined ? '' : ` --as ${host}`}`);
    expect(readme).toContain(`\n| \`npm run preview${host === 'github' ? ' -- --base /my-site/' : ''}\` | `);
    expect(readme).toContain('`npm run sitegen -- check --release`');

    expect(readme.includes('\n\n## Publishing\n\nTo publish the site on ')).toBe(host !== undefined);
    expect(readme).not.toMatch(/\n{3}|undefined/);
    const all = [...files.values()].join('\n');
    // It would fetch a foreign package from the registry.
    expect(all).not.toMatch(/\b(npx|npm exec)\b/);
    expect(all).not.toMatch(/__\w+__/);
  });

  test.skipIf(host === undefined).each(Object.entries(TEMPLATES))(
    'the config of the template %s has the host, and is otherwise the same',
    async (_, { folder }) => {
      const before = await readFile(path.join(ROOT, folder, 'sitegen.config.ts'), 'utf8');
      const after = addHost(before, host ?? 'github');
      const withoutHosts = (text: string) => text.replace(/^ {2}hosts: \[.*\],\n/m, '');

      expect(after).toContain(`export default defineConfig({\n  hosts: ['${host}'],\n`);
      expect(after.match(/\bhosts:/g)).toHaveLength(1);
      expect(withoutHosts(after)).toBe(withoutHosts(before));
      await transform(after, { loader: 'ts' });
    },
  );
});

test('every host builds with the same version of Node', async () => {
  const hosts = await Promise.all(INIT_HOSTS.map((host) => filesFor(host)));
  const texts = hosts.flatMap((files) => [...files.values()]);
  const versions = texts.flatMap((text) =>
    [...text.matchAll(/^(?:.*\b(?:NODE_VERSION = "|node-version: ))?(\d+)"?$/gm)].map(([, version]) => version),
  );

  expect(versions.length).toBeGreaterThan(INIT_HOSTS.length);
  expect(new Set(versions).size).toBe(1);
});

test('addHost keeps the ends of lines that a checkout on Windows has', () => {
  const text = "export default defineConfig({\r\n  site,\r\n  hosts: ['s3'],\r\n});\r\n";

  expect(addHost(text, 'netlify')).toBe("export default defineConfig({\r\n  hosts: ['netlify'],\r\n  site,\r\n});\r\n");
});

test('the workflow for GitHub Pages builds for the path of the project, and publishes hidden files', async () => {
  const workflow = await workflowFor('github', 'pnpm');
  const steps = stepsOf(workflow);
  const upload = steps.at(-1);

  expect(steps.find(({ run }) => run?.includes('build'))).toEqual({
    run: 'pnpm sitegen build --base "$BASE"',
    env: { BASE: '${{ steps.pages.outputs.base_path }}/' },
  });
  // A placeholder stops the job before the upload, and the deployment needs the job.
  expect(steps.at(-2)).toEqual({ if: "github.ref == 'refs/heads/main'", run: 'pnpm sitegen check --release' });
  expect(upload).toMatchObject({ if: "github.ref == 'refs/heads/main'" });
  expect(upload?.with).toEqual({ path: 'out', 'include-hidden-files': true });
  expect(workflow.jobs['deploy']).toMatchObject({
    if: "github.ref == 'refs/heads/main'",
    needs: 'site',
    environment: { name: 'github-pages' },
  });
});

test.each([undefined, 'cloudflare', 'cloudflare-workers', 'netlify', 'vercel'] as const)(
  'the workflow for %s deploys nothing',
  async (host) => {
    expect(runsOf(await workflowFor(host))).toEqual(['npm ci', 'npm run build', 'npm run check']);
  },
);

test('the workflow for S3 deploys the branch main, once its variables are set', async () => {
  const deploys = stepsOf(await workflowFor('s3')).slice(-2);

  expect(deploys).toMatchObject([
    { uses: 'aws-actions/configure-aws-credentials@v6' },
    { run: expect.stringContaining('npm run sitegen -- deploy "s3://${{ vars.SITE_BUCKET }}" --delete') },
  ]);
  expect(deploys.map((step) => (step as { if?: string }).if)).toEqual(
    Array.from({ length: 2 }, () => "github.ref == 'refs/heads/main' && vars.SITE_BUCKET != ''"),
  );
});

test('netlify.toml names the command, the folder and the version of Node', async () => {
  expect(parseToml((await filesFor('netlify', 'yarn')).get('netlify.toml') ?? '')).toEqual({
    build: { command: 'yarn build', publish: 'out', environment: { NODE_VERSION: '24' } },
  });
});

test('wrangler.jsonc publishes the folder, with a valid name', async () => {
  const text = (await filesFor('cloudflare-workers', 'npm', 'my.site_2')).get('wrangler.jsonc') ?? '';

  expect(JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''))).toEqual({
    name: 'my-site_2',
    compatibility_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    assets: { directory: './out', not_found_handling: '404-page' },
  });
});
