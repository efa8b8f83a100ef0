import { useState, type SubmitEvent } from 'react';
import { island } from 'sitegen';

const MESSAGES = {
  open: '',
  sending: 'Sending …',
  sent: 'Thank you. Your message is on its way.',
  failed: 'That did not work. Please try again, or send us an email.',
};

/**
 * An island: a component that is hydrated in the browser. Pages without one load no JavaScript. Without JavaScript, the browser
 * posts this form to the service; with it, the visitor stays on the page.
 */
function ContactForm({ action }: { action: string }) {
  const [state, setState] = useState<keyof typeof MESSAGES>('open');

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === 'sending') return;
    const form = event.currentTarget;
    setState('sending');
    try {
      const response = await fetch(action, { method: 'POST', body: new FormData(form) });
      setState(response.ok ? 'sent' : 'failed');
      if (response.ok) form.reset();
    } catch {
      setState('failed');
    }
  }

  return (
    <form action={action} method="post" onSubmit={(event) => void send(event)} className="grid gap-5">
      <label className="grid gap-1.5 font-medium">
        Name
        <input name="name" autoComplete="name" required className="field" />
      </label>
      <label className="grid gap-1.5 font-medium">
        Email
        <input name="email" type="email" autoComplete="email" required className="field" />
      </label>
      <label className="grid gap-1.5 font-medium">
        Message
        <textarea name="message" rows={5} required className="field" />
      </label>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <button type="submit" className="btn">
          Send message
        </button>
        <output>{MESSAGES[state]}</output>
      </div>
    </form>
  );
}

export default island('contact-form', ContactForm);
