import { docs, type Doc } from '../docs.ts';

const folderOf = ({ slug }: Doc) => slug.split('/').slice(0, -1).join('/');

/** Documents in reading order; those of a folder are together. */
const groups = docs.reduce<readonly (readonly Doc[])[]>((before, doc) => {
  const last = before.at(-1);
  const isSame = last?.[0] !== undefined && folderOf(last[0]) === folderOf(doc);
  return isSame ? [...before.slice(0, -1), [...last, doc]] : [...before, [doc]];
}, []);

/** On a phone, it is a popover, which browsers open and close without a script. */
export function Navigation({ path }: { path: string }) {
  return (
    <nav
      id="main-navigation"
      popover="auto"
      aria-label="Documents"
      className="inset-y-0 right-auto left-0 max-h-none w-72 overflow-y-auto border-r border-line bg-paper p-5 text-ink backdrop:bg-black/40 lg:sticky lg:bottom-auto lg:block lg:h-svh print:hidden"
    >
      {groups.map((group) => (
        <Group key={group[0]?.slug} group={group} path={path} />
      ))}
    </nav>
  );
}

function Group({ group, path }: { group: readonly Doc[]; path: string }) {
  const [first] = group;
  const folder = first === undefined ? '' : folderOf(first).replaceAll('-', ' ');
  const links = (
    <ul>
      {group.map((doc) => (
        <li key={doc.slug}>
          <a
            href={doc.path}
            aria-current={doc.path === path ? 'page' : undefined}
            className="block rounded-lg px-3 py-1.5 text-quiet hover:text-ink aria-[current]:bg-mist aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {doc.title}
          </a>
        </li>
      ))}
    </ul>
  );
  if (folder === '') return links;
  return (
    <details open={group.some((doc) => doc.path === path)}>
      <summary className="cursor-pointer px-3 py-1.5 font-semibold first-letter:uppercase">{folder}</summary>
      <div className="border-l border-line pl-2">{links}</div>
    </details>
  );
}
