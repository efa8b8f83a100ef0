import { href, type Meta } from 'sitegen';

export const meta: Meta = { title: 'Page not found' };

export default function NotFound() {
  return (
    <div className="prose">
      <h1>Page not found</h1>
      <p>
        There is no page at this address. Search for it, or start at the{' '}
        <a href={href('/[...slug]', { slug: '' })}>list of all pages</a>.
      </p>
    </div>
  );
}
