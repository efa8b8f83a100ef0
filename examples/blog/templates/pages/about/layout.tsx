import type { LayoutProps } from 'sitegen';

/** Around `index.md`, and further Markdown pages in this folder. */
export default function TextLayout({ children }: LayoutProps) {
  return <div className="prose">{children}</div>;
}
