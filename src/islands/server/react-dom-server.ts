import { loadPackage } from '../../shared/load-package.ts';

/** React's server renderer. Pages and the islands in them must use the same copy. */
export const { renderToPipeableStream, renderToStaticMarkup, renderToString } = loadPackage(
  'react-dom/server',
) as typeof import('react-dom/server');
