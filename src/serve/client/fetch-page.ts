/** Fetches the open page, as the server sends it now. */

/**
 * Lets the request parse the page: a policy that requires trusted types forbids `DOMParser`.
 *
 * @returns `undefined` if the response is not a page
 */
export function fetchPage(): Promise<Document | 'unreachable' | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
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

/** How long to wait for a server that is unreachable, in ms. */
export const RETRY_MS = 2000;

/** @returns `undefined` if the response is not a page */
export async function fetchWhenReachable(): Promise<Document | undefined> {
  for (;;) {
    const page = await fetchPage();
    if (page !== 'unreachable') return page;
    await pause(RETRY_MS);
  }
}

export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
