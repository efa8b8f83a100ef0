import { href, type Meta } from 'sitegen';

export const meta: Meta = { title: 'Page not found' };

export default function NotFound() {
  return (
    <>
      <h1>Nothing is written here.</h1>
      <p className="my-8 text-xl text-quiet">The address is wrong, or the page has moved.</p>
      <a href={href('/')} className="link">
        See all posts
      </a>
    </>
  );
}
