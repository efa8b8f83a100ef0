import { href, type Meta } from 'sitegen';

export const meta: Meta = { title: 'Page not found' };

export default function NotFound() {
  return (
    <section className="column py-16 md:py-24">
      <h1>Nothing is written here.</h1>
      <p className="mt-6 text-xl text-quiet">The address is wrong, or the page has moved.</p>
      <p className="mt-8">
        <a href={href('/posts/[...page]', { page: '' })} className="btn">
          See all posts
        </a>
      </p>
    </section>
  );
}
