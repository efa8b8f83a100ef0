import { feed, type SiteFile } from 'sitegen';
import { publishedPosts } from '../posts.ts';
import { feedComponents } from '../markdown.tsx';
import { site } from '../site.ts';

const generate: SiteFile = async (context) => {
  const newest = (await publishedPosts()).slice(0, 20);
  const entries = newest.map(async ({ path, data: { title, publishAt, updated, tags }, excerpt, html }) => {
    const dates = { published: publishAt, updated: updated ?? publishAt };
    return { path, title, tags, ...dates, summary: excerpt, content: await html({ components: feedComponents }) };
  });
  return feed(context, { ...site, title: site.name, entries: await Promise.all(entries) }).atom;
};

export default generate;
