import { loadPackage } from '../core/load-package.ts';

/** React's half for the server, the same for pages and for the islands in them. */
export const { renderToStaticMarkup, renderToString } = loadPackage(
  'react-dom/server',
) as typeof import('react-dom/server');
