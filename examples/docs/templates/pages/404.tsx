import { href, type Meta } from 'sitegen';

export const meta: Meta = { title: 'Page not found' };

export default function NotFound() {
  return (
    <main id="_content" tabIndex={-1} className="not-found prose">
      <p className="group">404</p>
      <h1>Page not found</h1>
      <p className="lead">The address is wrong, or the page has moved.</p>
      <p>
        Search for it, or start at the <a href={href('/')}>list of all pages</a>.
      </p>
    </main>
  );
}
