/** A site with a page for each library. */
import { cp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Runtime } from '../helpers/copy-site.ts';
import { createProject, page, type Project } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';
import type { Library } from './library.ts';

const HERE = import.meta.dirname;

/** `islands/mui` -> `mui` */
export const nameOf = ({ file }: Library): string => path.basename(file);

/** The caller removes the folder. */
export async function createSite(libraries: readonly Library[], runtime: Runtime): Promise<Project> {
  const project = await createProject({
    'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: true } };`,
    ...Object.fromEntries(libraries.map((library) => [`templates/pages/${nameOf(library)}.tsx`, pageOf(library)])),
  });
  const templates = path.join(project.root, 'templates');
  await cp(path.join(HERE, 'site/components'), path.join(templates, 'components'), { recursive: true });
  for (const { file } of libraries.filter(isIsland)) {
    await cp(path.join(HERE, `site/${file}.tsx`), path.join(templates, `${file}.tsx`));
  }
  await project.remove('node_modules');
  await symlink(path.join(HERE, 'node_modules'), path.join(project.root, 'node_modules'), 'junction');
  await linkSitegen();
  return project;
}

const isIsland = ({ file }: Library): boolean => file.startsWith('islands/');

const pageOf = (library: Library): string =>
  page(library.title, '<Library />', `import Library from '../${library.file}.tsx';`);

/** sitegen, and the React that it resolves: elements from a second React cannot be rendered. */
async function linkSitegen(): Promise<void> {
  const links = { sitegen: ROOT, react: `${ROOT}/node_modules/react`, 'react-dom': `${ROOT}/node_modules/react-dom` };
  for (const [name, target] of Object.entries(links)) {
    const link = path.join(HERE, 'node_modules', name);
    await rm(link, { recursive: true, force: true });
    await symlink(target, link, 'junction');
  }
}
