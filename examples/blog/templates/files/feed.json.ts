import type { SiteFile } from 'sitegen';
import { generateFeed } from '../feed.ts';

const generate: SiteFile = async (context) => (await generateFeed(context)).json;

export default generate;
