import { href, type Meta } from 'sitegen';

export const meta: Meta = { title: 'Page not found' };

export default function NotFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p className="mt-6">
        There is no page at this address. <a href={href('/')}>Go to the home page</a>.
      </p>
    </>
  );
}
