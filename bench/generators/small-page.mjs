/** A page of a few lines that links to four others, in place of what a database holds. The sites of small-sites.mjs import it. */
import { escape } from '../rivals/eleventy/escape.mjs';

export const countPages = () => Number(process.env.BENCH_PAGES);

/** @param number from 1; the pages are a ring */
export function contentOf(number) {
  const pages = countPages();
  return {
    title: `Page ${number}`,
    description: `About page ${number}.`,
    text: `This is page ${number} of ${pages}.`,
    links: [
      { label: 'Home', href: '/' },
      { label: 'Next', href: `/${(number % pages) + 1}/` },
      { label: 'Previous', href: `/${((number + pages - 2) % pages) + 1}/` },
      // As good as random: a prime number.
      { label: 'Another', href: `/${((number * 7919) % pages) + 1}/` },
    ],
  };
}

export const HOME = {
  title: 'Home',
  description: 'Where all pages start.',
  text: 'The pages are a ring.',
  links: [{ label: 'Page 1', href: '/1/' }],
};

/** The document that every generator writes, byte for byte. */
export function htmlOf({ title, description, text, links }) {
  const items = links.map(({ label, href }) => `<a href="${escape(href)}">${escape(label)}</a>`);
  return (
    `<!doctype html><html lang="en"><head><meta charSet="utf-8"/><title>${escape(title)}</title>` +
    `<meta name="description" content="${escape(description)}"/></head>` +
    `<body><main><h1>${escape(title)}</h1><p>${escape(text)}</p><nav>${items.join('')}</nav></main></body></html>\n`
  );
}
