import { href, type Meta } from 'sitegen';

export const meta: Meta = { title: 'Page not found' };

export default function NotFound() {
  return (
    <section className="wrap py-20 md:py-32">
      <h1>This page is blank.</h1>
      <p className="mt-6 text-xl text-quiet">There is nothing at this address.</p>
      <p className="mt-8">
        <a href={href('/')} className="btn">
          Go to the home page
        </a>
      </p>
    </section>
  );
}
