import { Mail } from 'lucide-react';

export const meta = { title: 'Contact', description: 'How to reach Ada.' };

export default function Contact() {
  return (
    <>
      <h1>Contact</h1>
      <p>
        <Mail aria-hidden="true" size={16} /> <a href="mailto:ada@example.com">ada@example.com</a>
      </p>
    </>
  );
}
