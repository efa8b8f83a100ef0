/** Components for elements of Markdown, on every page. */
import type { CodeProps, ContentComponents } from 'sitegen';
import type { ComponentProps, ReactNode } from 'react';
import CopyButton from './islands/copy-button.tsx';

export const components: ContentComponents = { a: Link, h2: LinkedHeading, pre: Code, table: Table, Callout };

/** The link back from a footnote has a drawing, because some systems show the character "↩" as a coloured emoji. */
function Link({ children, ...props }: ComponentProps<'a'>) {
  return <a {...props}>{'data-footnote-backref' in props ? <ArrowBack /> : children}</a>;
}

function ArrowBack() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className="inline size-4 fill-none stroke-current stroke-2">
      <path d="M6 3 2.5 6.5 6 10M3 6.5h7a3.5 3.5 0 0 1 0 7H7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

function LinkedHeading({ id, children }: ComponentProps<'h2'>) {
  return (
    <h2 id={id} className="group">
      {children}{' '}
      <a href={`#${id}`} aria-label="Link to this section" className="anchor">
        #
      </a>
    </h2>
  );
}

/** A block of code, with a button that copies it. */
function Code({ code = '', title, language, className, children }: CodeProps) {
  return (
    <div className="relative">
      <pre tabIndex={0} data-title={title} data-language={language} className={className}>
        {children}
      </pre>
      <CopyButton text={code} hydrate="visible" />
    </div>
  );
}

/** For the feed, whose readers run no script, and need no links to headings. */
export const feedComponents: ContentComponents = {
  h2: ({ id, children }) => <h2 id={id}>{children}</h2>,
  pre: ({ children }) => <pre>{children}</pre>,
};

/** A wide table scrolls, also for those who use the keyboard. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

interface CalloutProps {
  readonly kind: string;
  readonly title?: string;
  readonly id?: string;
  readonly children?: ReactNode;
}

/** `> [!NOTE]` and `:::note Title` */
function Callout({ kind, title, id, children }: CalloutProps) {
  return (
    <div role="note" id={id} className={`callout callout-${kind}`}>
      <p className="font-sans text-sm font-bold">{title ?? <span className="capitalize">{kind}</span>}</p>
      {children}
    </div>
  );
}
