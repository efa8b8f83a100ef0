/** Components for the elements of Markdown, on every page. */
import { Children, isValidElement, type ComponentProps, type ReactNode } from 'react';
import type { CodeProps, ContentComponents } from 'sitegen';
import { Icon } from './components/icon.tsx';
import CopyCode from './islands/copy-code.tsx';
import Tabs from './islands/tabs.tsx';

export const components: ContentComponents = {
  a: Link,
  h2: linked('h2'),
  h3: linked('h3'),
  pre: Code,
  table: Table,
  th: HeaderCell,
  Callout,
  CodeGroup,
};

/** The link back from a footnote has a drawing, because some systems show the character "↩" as a coloured emoji. */
function Link({ children, ...props }: ComponentProps<'a'>) {
  return <a {...props}>{'data-footnote-backref' in props ? <Icon name="back" /> : children}</a>;
}

/** A heading with a link to itself, so that its address can be copied. */
function linked(Level: 'h2' | 'h3') {
  return ({ id, children }: ComponentProps<'h2'>) => (
    <Level id={id}>
      {children}{' '}
      <a href={`#${id}`} aria-label="Link to this section" className="anchor">
        #
      </a>
    </Level>
  );
}

/** Code, with the title of its fence: ```` ```ts title="a.ts" ```` */
function Code({ code = '', title, language, className, children }: CodeProps) {
  return (
    <figure className="code">
      {title && <figcaption>{title}</figcaption>}
      <pre tabIndex={0} data-language={language} className={className}>
        {children}
      </pre>
      <CopyCode text={code} hydrate="visible" />
    </figure>
  );
}

/** `:::code-group` around blocks of code: each is a tab, named by its title. */
function CodeGroup({ children }: { readonly children?: ReactNode }) {
  const blocks = Children.toArray(children).filter((child) => isValidElement<CodeProps>(child));
  const nameOf = ({ title, language = 'Code' }: CodeProps) => title ?? language;
  return <Tabs tabs={blocks.map((block) => ({ name: nameOf(block.props), panel: block }))} />;
}

/** A wide table scrolls, also for those who use the keyboard. */
function Table({ children }: ComponentProps<'table'>) {
  return (
    <div role="group" aria-label="Table" tabIndex={0} className="table">
      <table>{children}</table>
    </div>
  );
}

/** A column without a name has no header. */
function HeaderCell({ children, ...props }: ComponentProps<'th'>) {
  return children === undefined ? <td {...props} /> : <th {...props}>{children}</th>;
}

interface CalloutProps {
  /** note, tip, info, important, warning, caution, danger */
  readonly kind: string;
  readonly title?: string;
  readonly id?: string;
  readonly children: ReactNode;
}

/** `> [!NOTE]` and `:::note Title` */
function Callout({ kind, title = kind, id, children }: CalloutProps) {
  return (
    <div role="note" id={id} className={`callout callout-${kind}`}>
      <p className="callout-title">{title}</p>
      {children}
    </div>
  );
}
