/** The ids of documents on a page. */
import { expect, test } from 'vitest';
import { nameIds, nameLink } from '../../src/content/elements/document-ids.ts';
import { createRecord } from '../../src/islands/server/render-context.ts';

/** The ids of documents, `slug: id id` in the order in which they are rendered, on one page. */
function namesOf(...documents: readonly string[]): string[] {
  const record = createRecord('react');
  return documents.map((document) => {
    const [slug = '', ids = ''] = document.split(': ');
    const nameId = nameIds(record, { file: `${slug}.md`, slug: slug || undefined, ids: ids.split(' ') });
    return ids.split(' ').map(nameId).join(' ');
  });
}

test.each([
  [['a: x y'], ['x y']],
  [
    ['a: x y', 'b: y z'],
    ['x y', 'b-y z'],
  ],
  [
    ['a: x b-x', 'b: x b-x b-b-x'],
    ['x b-x', 'b-b-b-x b-b-b-b-x b-b-x'],
  ],
  [
    ['a: x', 'b: b-x x'],
    ['x', 'b-x b-b-x'],
  ],
  [
    ['a: x', 'a: x'],
    ['x', 'x'],
  ],
])('%j are %j', (documents, names) => expect(namesOf(...documents)).toEqual(names));

test.each([
  ['user-content-fn-1', 'user-content-fn-my-post/$&-1'],
  ['user-content-fnref-1-2', 'user-content-fnref-my-post/$&-1-2'],
  ['footnote-label', 'footnote-label-my-post/$&'],
  ['other-user-content-fn-1', 'other-user-content-fn-1'],
])('the id %s of an entry is %s, also in links', (id, name) => {
  const nameId = nameIds(undefined, { file: 'a.md', slug: 'my post/$&', ids: [] });

  expect(nameId(id)).toBe(name);
  expect(decodeURIComponent(nameLink(`#${encodeURIComponent(id)}`, nameId))).toBe(`#${name}`);
});

test.each(['/a/#install', 'b.md#install', '#', '#%', '#other', '#%6Fther'])('the link %s stays', (href) => {
  const nameId = (id: string) => (id === 'install' ? 'b-install' : id);

  expect(nameLink(href, nameId)).toBe(href);
  expect(nameLink('#%69nstall', nameId)).toBe('#b-install');
});
