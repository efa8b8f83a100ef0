import { renderToStaticMarkup } from 'react-dom/server';
import Shell from '../../reference/templates/shell.tsx';
import { bodyOf, contentOf, metaOf } from '../pages.jsx';
import { PlainForm } from '../plain-form.jsx';

export { addresses } from '../pages.jsx';

export function render(address) {
  const content = contentOf(address);
  const form = <PlainForm heading={content.formHeading} />;
  return `<!doctype html>${renderToStaticMarkup(
    <Shell meta={metaOf(content)} stylesheet="/site.css">
      {bodyOf(address, content, form)}
    </Shell>,
  )}`;
}
