import { useEffect } from 'react';
import { island } from 'sitegen';

/** Shows nothing. Tells the console which path led nowhere. */
function NotFoundLog() {
  useEffect(() => {
    // The path is an argument of its own: in the message it could pass for a format such as "%o".
    const log = () => console.error('No page answers to this path:', location.pathname);
    if (!isPrerendering()) log();
    else document.addEventListener('prerenderingchange', log, { once: true });
  }, []);
  return null;
}

/** Whether the browser has fetched the page ahead of a visit that may never come. */
function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true;
}

export default island('not-found-log', NotFoundLog);
