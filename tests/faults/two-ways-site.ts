/** A site with two parts that can change: one on few pages, which are then replaced, and one on all pages. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { page, type Project } from '../helpers/project.ts';

/** Contents of the site before and after the change. */
export interface Version {
  readonly badge: boolean;
  readonly logo: boolean;
}

export const VERSIONS: readonly Version[] = [
  { badge: false, logo: false },
  { badge: true, logo: false },
  { badge: true, logo: true },
  { badge: false, logo: true },
];

/** Pages that stay while others are added and removed. */
const LISTED = 24;

const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>\n`;

const withBadge = (title: string) =>
  page(title, '<img {...badge} alt="" />', `import badge from '../images/badge.svg';`);

const SHELL = `import type { ShellProps } from 'sitegen';
import logo from './images/logo.svg';

export default function Shell({ meta, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <title>{meta.title}</title>
        <meta name="description" content={meta.description} />
      </head>
      <body><img {...logo} alt="" />{children}</body>
    </html>
  );
}
`;

/** Long enough that a half-written file would be noticed. */
const LIST = `export const paths = Array.from({ length: ${LISTED} }, (_, n) => ({ params: { n: String(n) } }));
export const meta = ({ params }: any) => ({ title: 'Page ' + params.n, description: 'About page ' + params.n });
export default ({ params }: any) => <main><h1>{params.n}</h1><p>{params.n.repeat(2_000)}</p></main>;
`;

/** Writes this version of the project's sources. */
export async function writeVersion(project: Project, { badge, logo }: Version): Promise<void> {
  await project.write({
    'templates/shell.tsx': SHELL,
    'templates/pages/list/[n].tsx': LIST,
    'templates/pages/first.tsx': withBadge('First'),
    'templates/pages/second.tsx': withBadge('Second'),
    'templates/pages/guide/index.tsx': page('Guide', ''),
    'templates/pages/guide/setup.tsx': page('Setup', ''),
    'templates/images/badge.svg': svg(badge ? 'new badge' : 'badge'),
    'templates/images/logo.svg': svg(logo ? 'new logo' : 'logo'),
    'public/robots.txt': badge ? 'User-agent: *\nDisallow: /\n' : 'User-agent: *\n',
    'templates/pages/guide/extra/more.tsx': badge ? page('More', '') : undefined,
  });
  if (!badge) await rm(path.join(project.root, 'templates/pages/guide/extra'), { recursive: true, force: true });
}
