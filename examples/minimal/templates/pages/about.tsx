import type { Load, Meta, PageProps } from 'sitegen';

interface Fact {
  readonly name: string;
  readonly value: string;
}

export const meta: Meta = {
  title: 'About this site',
  description: 'A page with data that is loaded while the site is built.',
};

/** Runs during the build. It can read files, query a database or call an API. */
export const load: Load<Fact[]> = () => [
  { name: 'Written in', value: 'React and TypeScript' },
  { name: 'Styled with', value: 'Tailwind CSS' },
  { name: 'Served by', value: 'any static host' },
];

export default function About({ data }: PageProps<Fact[]>) {
  return (
    <>
      <h1>About this site</h1>
      <dl className="mt-10 grid grid-cols-[auto_1fr] gap-x-8 gap-y-3">
        {data.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
