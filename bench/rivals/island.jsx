/** The form for generators that know nothing of React: as HTML, and what wakes it up. */
import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from '../reference/templates/components/contact-form.tsx';

const form = document.querySelector('[data-heading]');
requestIdleCallback(() => hydrateRoot(form, <ContactForm heading={form.dataset.heading} />));
