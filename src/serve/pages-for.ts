/**
 * The pages that an address may stand for, as hosts look for them.
 *
 * @param inside without the base and the slash in front: `contact/`, `contact`, `404.html`
 * @returns from `out`
 */
export function pagesFor(inside: string): string[] {
  const files = inside === '' || inside.endsWith('/') ? [`${inside}index.html`] : [inside, `${inside}/index.html`];
  return files.filter((file) => file.endsWith('.html'));
}
