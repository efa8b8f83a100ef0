/** A site with a stylesheet, a script, four pages and a picture. */
import { makeProject, page, type Project } from '../../helpers/project.ts';
import { build } from '../../helpers/rebuild.ts';

/** Files that a deploy adds to a site. */
export const MANIFEST = '.sitegen-deploy.json';

/** Its pages, as files in `out`. */
export const PAGES = ['404.html', 'clock/index.html', 'contact/index.html', 'index.html'];

/** Creates and builds it, with additional or replaced files. */
export async function makeSite(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await makeProject({ ...version('one'), ...files });
  await build(project);
  return project;
}

/** Sources whose stylesheet, script and pages differ for each name. */
export function version(name: string): Readonly<Record<string, string>> {
  return {
    'templates/site.css': `h1::after { content: '${name}'; }`,
    'templates/islands/clock.tsx': `import { island } from 'sitegen';\nexport default island('clock', () => <b>${name}</b>);`,
    'templates/pages/404.tsx': page('Lost', ''),
    'templates/pages/clock.tsx': page('Clock', '<Clock />', `import Clock from '../islands/clock.tsx';`),
    'templates/pages/contact.tsx': page('Contact', name),
    'public/photo ä.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
}
