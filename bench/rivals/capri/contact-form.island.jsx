export const options = { loading: 'idle' };

export { ContactForm as default } from '../../reference/templates/components/contact-form.tsx';
