import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { Frame } from '../../reference/templates/components/frame.tsx';
import { site } from '../../reference/templates/content/fixed.ts';
import { addresses, bodyOf, contentOf, metaOf } from '../pages.jsx';
import Form from './contact-form.island.jsx';

export const getStaticPaths = () => [...addresses()];

export function render(url) {
  // Capri 6.1.1 puts a second slash before addresses that begin with one.
  const address = url.replace(/^\/+/, '/');
  const content = contentOf(address);
  const { title, description } = metaOf(content);
  const head = (
    <>
      <title>{`${title} | ${site.name}`}</title>
      <meta name="description" content={description} />
    </>
  );
  const form = <Form heading={content.formHeading} />;
  const app = <Frame content={site}>{bodyOf(address, content, form)}</Frame>;
  return { head: renderToStaticMarkup(head), '#app': renderToString(app) };
}
