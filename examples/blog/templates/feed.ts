import { feed, type Feed, type FileContext } from 'sitegen';
import { publishedPosts } from './posts.ts';
import { site } from './site.ts';

/** The same feed in both formats. */
export async function generateFeed(context: FileContext): Promise<Feed> {
  const entries = (await publishedPosts()).map(({ path, data: { title, description, publishAt, updated, tags } }) => {
    return { path, title, summary: description, published: publishAt, updated: updated ?? publishAt, tags };
  });
  return feed(context, {
    title: site.name,
    description: site.description,
    author: site.author,
    language: site.language,
    entries,
  });
}
