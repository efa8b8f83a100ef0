import type { Item } from '../docs.ts';
import script from '../sidebar.js?url';

interface Props {
  readonly items: readonly Item[];
  /** The address of the page that is shown. */
  readonly path: string;
}

/** Beside the page; on a phone a popover, which browsers open and close without a script. */
export function Sidebar({ items, path }: Props) {
  return (
    <>
      <nav id="_sidebar" popover="auto" aria-label="Pages" className="sidebar">
        <Items items={items} path={path} />
      </nav>
      <script src={script} />
    </>
  );
}

function Items({ items, path }: Props) {
  return (
    <ul>
      {items.map(({ slug, title, doc, items: inside, collapsed }) => (
        <li key={slug}>
          {doc ? (
            <a href={doc.path} aria-current={doc.path === path ? 'page' : undefined}>
              {title}
            </a>
          ) : (
            <details open={!collapsed || contains(inside, path)}>
              <summary>{title}</summary>
              <Items items={inside} path={path} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function contains(items: readonly Item[], path: string): boolean {
  return items.some(({ doc, items: inside }) => doc?.path === path || contains(inside, path));
}
