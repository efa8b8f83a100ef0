import type { ReactNode } from 'react';
import { Frame } from './components/frame.tsx';
import { site } from './content/fixed.ts';

export interface ShellProps {
  readonly meta: { readonly title: string; readonly description?: string };
  readonly stylesheet?: string | undefined;
  readonly script?: string | undefined;
  /** What the frame says. */
  readonly content?: typeof site;
  readonly children: ReactNode;
}

/** The document around each page. */
export default function Shell({ meta, stylesheet, script, content = site, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${meta.title} | ${content.name}`}</title>
        <meta name="description" content={meta.description} />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
      </head>
      <body>
        <Frame content={content}>{children}</Frame>
      </body>
    </html>
  );
}
