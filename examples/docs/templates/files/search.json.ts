import type { SiteFile } from 'sitegen';
import { docs } from '../docs.ts';
import { searchIndex } from '../search-index.ts';

const generate: SiteFile = () => searchIndex(docs);

export default generate;
