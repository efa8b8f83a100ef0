import { href } from 'sitegen';
import { site } from '../site.ts';

const links = [
  { address: href('/'), text: 'Home' },
  { address: href('/pricing'), text: 'Pricing' },
  { address: href('/contact'), text: 'Contact' },
];

/** On a phone, the links are in a popover, which browsers open and close without a script. */
export function Header({ path }: { path: string }) {
  return (
    <header className="wrap flex flex-wrap items-center justify-between gap-3 py-4">
      <a href={href('/')} className="flex items-center gap-2.5 py-1 text-xl font-bold tracking-tight">
        <img src="/icon.svg" alt="" width={32} height={32} />
        {site.name}
      </a>
      <button
        type="button"
        popoverTarget="menu"
        className="cursor-pointer rounded-xl border border-control px-4 py-2 font-semibold md:hidden print:hidden"
      >
        Menu
      </button>
      <nav
        id="menu"
        popover="auto"
        aria-label="Main"
        className="inset-x-5 top-20 bottom-auto w-auto gap-1 rounded-2xl border border-line bg-paper p-3 text-ink shadow-xl backdrop:bg-black/40 open:grid md:static md:flex md:overflow-visible md:border-0 md:bg-transparent md:p-0 md:shadow-none print:hidden"
      >
        {links.map(({ address, text }) => (
          <a
            key={address}
            href={address}
            aria-current={address === path ? 'page' : undefined}
            className="rounded-lg px-4 py-2.5 text-quiet hover:text-ink aria-[current]:bg-mist aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {text}
          </a>
        ))}
      </nav>
    </header>
  );
}
