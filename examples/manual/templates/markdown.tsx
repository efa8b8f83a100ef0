import type { JSX } from 'react';
import type { ContentComponents } from 'sitegen';

/** A heading that links to itself, so that its address can be copied. */
const linked =
  (Level: 'h2' | 'h3' | 'h4') =>
  ({ id, children }: JSX.IntrinsicElements['h2']) => (
    <Level id={id}>
      <a href={`#${id}`}>{children}</a>
    </Level>
  );

export const components: ContentComponents = {
  h2: linked('h2'),
  h3: linked('h3'),
  h4: linked('h4'),
  table: ({ children }) => (
    <div className="my-4 overflow-x-auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  /** Many columns have no name. */
  th: ({ children, className }) => {
    const Cell = children === undefined ? 'td' : 'th';
    return <Cell className={className}>{children}</Cell>;
  },
};
