import { href } from 'sitegen';

interface Props {
  readonly tags: readonly string[];
}

export function Tags({ tags }: Props) {
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2 text-sm print:hidden">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={href('/tags/[tag]', { tag })} className="chip">
            {tag}
          </a>
        </li>
      ))}
    </ul>
  );
}
