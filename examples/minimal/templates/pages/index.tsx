import { href, type Meta } from 'sitegen';
import Counter from '../islands/counter.tsx';

export const meta: Meta = {
  title: 'Hello from sitegen',
  description: 'The first page of a new site: plain HTML, and one interactive component.',
};

export default function Home() {
  return (
    <>
      <h1>Hello.</h1>
      <p className="mt-6 max-w-[36rem] text-lg text-quiet">
        This page is plain HTML, rendered from <code>templates/pages/index.tsx</code>. Edit the file, save it, and the
        page changes.
      </p>
      <section className="mt-12 grid gap-4 rounded-2xl bg-card p-6 sm:p-8">
        <h2>An island</h2>
        <p>
          Only this button loads JavaScript. It comes from <code>templates/islands/counter.tsx</code>.
        </p>
        <div>
          <Counter start={0} />
        </div>
      </section>
      <p className="mt-12">
        The <a href={href('/about')}>second page</a> has no island, so it loads no JavaScript at all.
      </p>
    </>
  );
}
