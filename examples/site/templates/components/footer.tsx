import { site } from '../site.ts';

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-8 text-quiet">
        <p>© {site.name}</p>
        <a href={`mailto:${site.email}`} className="py-0.5 hover:text-ink">
          {site.email}
        </a>
      </div>
    </footer>
  );
}
