import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, sitegenProcess } from './run.ts';

/** Island runtimes of a built site. */
export type Runtime = 'preact' | 'react';

export const isRuntime = (name: string): name is Runtime => ['preact', 'react'].includes(name);

/** A copy of the site in a separate folder, so that its `out/` and runtime can differ from the repository's. */
export async function copySite(runtime: Runtime, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), `sitegen-site-${runtime}-`));
  for (const name of ['templates', 'public']) {
    await cp(path.join(ROOT, name), path.join(project, name), { recursive: true });
  }
  await cp(path.join(ROOT, 'sitegen.config.ts'), path.join(project, 'own.config.ts'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  const files = {
    'package.json': '{ "type": "module" }\n',
    'sitegen.config.ts': `import own from './own.config.ts';\nexport default { ...own, islands: { runtime: '${runtime}' } };\n`,
    ...more,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(project, name)), { recursive: true });
    await writeFile(path.join(project, name), content);
  }
  return project;
}

/** A new project of a template: `docs`. */
export async function initProject(template: string): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), `sitegen-${template}-`));
  const { code, stderr } = await sitegenProcess(project, 'init', '.', '--template', template);
  if (code !== 0) throw new Error(stderr);
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
  return project;
}

const QUESTIONS = 'templates/draft/questions.ts';

/** The files that answer every question to the client, for `copySite`. */
export async function answers(): Promise<Readonly<Record<string, string>>> {
  return { [QUESTIONS]: await readFile(path.join(ROOT, 'tests/fixtures/answered-site', QUESTIONS), 'utf8') };
}
