import { site } from '../site.ts';

export function Footer() {
  return (
    <footer className="mt-20 border-t border-line">
      <div className="wrap flex flex-wrap justify-between gap-x-8 gap-y-2 py-8 text-sm text-quiet">
        <p>© {site.author}</p>
        <p className="print:hidden">
          Subscribe:{' '}
          <a href="/feed.xml" className="link">
            Atom
          </a>{' '}
          or{' '}
          <a href="/feed.json" className="link">
            JSON feed
          </a>
        </p>
      </div>
    </footer>
  );
}
