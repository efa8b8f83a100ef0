import { href } from 'sitegen';
import { site } from '../site.ts';

const links = [
  { address: href('/posts/[...page]', { page: '' }), text: 'Posts' },
  { address: href('/tags'), text: 'Tags' },
  { address: href('/about'), text: 'About' },
];

export function Header({ path }: { readonly path: string }) {
  return (
    <header className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5 print:hidden">
      <a href={href('/')} className="flex items-center gap-2.5 py-1 text-lg font-bold tracking-tight">
        <img src="/icon.svg" alt="" width={32} height={32} />
        {site.name}
      </a>
      <nav aria-label="Main" className="-mx-3 flex">
        {links.map(({ address, text }) => (
          <a
            key={address}
            href={address}
            aria-current={path === address ? 'page' : path.startsWith(address) ? 'true' : undefined}
            className="rounded-lg px-3 py-2 text-quiet hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {text}
          </a>
        ))}
      </nav>
    </header>
  );
}
