import { island } from 'sitegen';
import { ContactForm } from '../components/contact-form.tsx';

export default island('contact-form', ContactForm);
