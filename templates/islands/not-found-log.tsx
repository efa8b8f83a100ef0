import { useEffect } from 'react';
import { island } from 'sitegen';

/** Shows nothing. Logs the path that led nowhere to the console. */
function NotFoundLog() {
  useEffect(() => {
    // The path is an argument of its own: in the message it could pass for a format such as "%o".
    const log = () => console.error('No page answers to this path:', location.pathname);
    // Not while the browser fetches the page ahead of a visit that may never come.
    if ((document as { prerendering?: boolean }).prerendering) {
      document.addEventListener('prerenderingchange', log, { once: true });
    } else log();
  }, []);
  return null;
}

export default island('not-found-log', NotFoundLog);
