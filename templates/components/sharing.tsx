import { JsonLd, type ShellProps } from 'sitegen';
import { cardOf } from '../content/cards.ts';
import { company } from '../content/company.ts';
import { describeOrganisation } from '../content/organisation.ts';
import { site } from '../content/site.ts';

/** What other sites and search engines read of a page: https://ogp.me. Nothing where it has no address of its own. */
export function Sharing({ path, meta, canonical, card }: Pick<ShellProps, 'path' | 'meta' | 'canonical' | 'card'>) {
  if (canonical === undefined) return null;
  return (
    <>
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.brand} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:url" content={canonical} />
      {card && (
        <>
          <meta property="og:image" content={card.url} />
          <meta property="og:image:width" content={String(card.width)} />
          <meta property="og:image:height" content={String(card.height)} />
          <meta property="og:image:alt" content={site.cardText(meta.title, cardOf(path, meta.title).words)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {path === '/' && <JsonLd data={describeOrganisation(canonical, company)} />}
    </>
  );
}
