/** Packages that a site needs, and that only it can install. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';

/** A Markdown page. */
function markdown(title: string, body: string): string {
  return `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n# ${title}\n\n${body}\n`;
}

test('missing packages that content needs are named with the command that installs all of them', async () => {
  const project = await makeProject({ 'templates/pages/a.md': markdown('A', 'one') });
  // A copy of sitegen with only its own dependencies next to it.
  const packages = path.join(project.root, 'tool/node_modules');
  const own = path.join(packages, 'sitegen');
  mkdirSync(packages, { recursive: true });
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(path.join(ROOT, part), path.join(own, part), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as { dependencies: object };
  const install = (name: string) => {
    mkdirSync(path.dirname(path.join(packages, name)), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name), 'junction');
  };
  for (const name of [...Object.keys(dependencies), 'react', 'react-dom']) install(name);
  const runAs = (userAgent: string, ...args: string[]) => {
    const env = { ...process.env, npm_config_user_agent: userAgent };
    const command = [path.join(own, 'bin/sitegen.js'), ...args];
    return spawnSync(process.execPath, command, { cwd: project.root, encoding: 'utf8', env });
  };
  const build = (userAgent = '') => runAs(userAgent, 'build');

  await project.write({ 'templates/pages/b.mdx': markdown('B', 'one'), 'templates/pages/c.md': markdown('C', 'one') });
  const inMdx = build().stderr;
  expect(inMdx).toContain(
    'MDX needs the packages @mdx-js/mdx, remark-directive, remark-gfm, yaml and markdown-it, which',
  );
  expect(inMdx).toContain(
    'Try: npm install --save-dev @mdx-js/mdx@3 remark-directive@4 remark-gfm@4 yaml@2 markdown-it@15\n',
  );
  await project.remove('templates/pages/b.mdx');
  const inMarkdown = build('yarn/4.9.0 npm/? node/v24.1.0').stderr;
  expect(inMarkdown).toContain('Markdown needs the packages markdown-it and yaml, which are not installed.');
  expect(inMarkdown).toContain('Try: yarn add --dev markdown-it@15 yaml@2\n');
  expect(inMarkdown.match(/Try:/g)).toHaveLength(1);
  install('markdown-it');
  expect(build().stderr).toMatch(/Front matter needs the package yaml[^]*npm install --save-dev yaml@2\n/);
  await project.write({ 'sitegen.config.ts': 'export default { markdown: { html: true } };' });
  expect(build().stderr).toMatch(/Markdown needs the packages yaml and parse5[^]*--save-dev yaml@2 parse5@7\n/);
  await project.remove('sitegen.config.ts');
  install('yaml');
  expect(build().stderr).toBe('');
  await project.write({ 'templates/pages/a.md': markdown('A', '```ts\na\n```') });
  expect(build().stderr).toMatch(/warning code-plain[^]*npm install --save-dev shiki\n/);
  await project.write({ 'templates/pages/a.md': markdown('A', '```text {1}\na\n```\n\n```\nb\n```') });
  expect(build().stderr).toBe('');
  expect(await project.read('out/a/index.html')).toContain(
    'data-language="text"><span class="line highlighted">a</span>',
  );
  const styles = async () =>
    project.read(`out/assets/${(await project.list('out/assets')).find((file) => file.endsWith('.css'))}`);
  expect(await styles()).toContain('pre[data-language]');
  expect(await styles()).not.toContain('keyword');

  await project.write({ 'sitegen.config.ts': 'export default { text: true };' });
  expect(build().stderr).toMatch(
    /`text` in the config needs packages[^]*npm install --save-dev hast-util-from-html@2 /,
  );
  const deployed = runAs('bun/1.3.0', 'deploy', 's3://my-bucket', '--invalidate', 'E1A2B3C4D5E6F7', '--dry-run');
  expect(deployed.stderr).toContain('Try: bun add --dev @aws-sdk/client-s3 @aws-sdk/client-cloudfront\n');
});
