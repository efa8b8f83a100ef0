import { href, type Load, type Meta, type PageProps } from 'sitegen';
import { postsByTag } from '../../posts.ts';

interface TagCount {
  readonly tag: string;
  readonly count: number;
}

export const meta: Meta = { title: 'Tags', description: 'All posts by subject.' };

export const load: Load<readonly TagCount[]> = async () =>
  [...(await postsByTag())].map(([tag, posts]) => ({ tag, count: posts.length }));

export default function TagsPage({ data }: PageProps<readonly TagCount[]>) {
  return (
    <div className="column py-6">
      <h1>Tags</h1>
      <ul className="mt-8 flex flex-wrap gap-3">
        {data.map(({ tag, count }) => (
          <li key={tag}>
            <a href={href('/tags/[tag]', { tag })} className="chip">
              {tag} <span className="text-quiet">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
