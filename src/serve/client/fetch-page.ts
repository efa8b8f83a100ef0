/** Fetches the open page, as the server sends it now. */

/**
 * Lets the request parse the page: a policy that requires trusted types forbids `DOMParser`.
 *
 * @param site identifies the sources that the server announced, which are new enough. Default: the current sources
 * @returns `undefined` if the response is not a page
 */
export function fetchPage(address: string, site?: string): Promise<Document | 'unreachable' | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    if (site === undefined) request.setRequestHeader('Cache-Control', 'no-cache');
    else request.setRequestHeader('X-Sitegen-Site', site);
    request.addEventListener('loadend', () => {
      const { responseXML, status } = request;
      if (responseXML === null) return resolve(status === 0 ? 'unreachable' : undefined);
      // Responses are parsed without scripting, so the content of `<noscript>` becomes elements.
      for (const element of responseXML.querySelectorAll('noscript')) element.textContent = element.innerHTML;
      resolve(responseXML);
    });
    request.send();
  });
}

/** Delay before each retry while the server is unreachable, in ms. */
export const RETRY_MS = 2000;

/** @returns `undefined` if the response is not a page */
export async function fetchWhenReachable(site?: string): Promise<Document | undefined> {
  for (;;) {
    const page = await fetchPage(location.href, site);
    if (page !== 'unreachable') return page;
    await pause(RETRY_MS);
  }
}

export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
