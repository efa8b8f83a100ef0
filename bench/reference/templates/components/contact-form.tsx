import { useState } from 'react';

const EMPTY = { name: '', email: '', company: '', message: '' };

const FIELDS = [
  { name: 'name', label: 'Your name', type: 'text' },
  { name: 'email', label: 'Your email address', type: 'email' },
  { name: 'company', label: 'Company', type: 'text' },
  { name: 'message', label: 'What is it about?', type: undefined },
] as const;

const BOX = 'mt-1 block w-full rounded border border-stone-300 px-3 py-2';

/** Four fields that React controls, and a line that shows that it does. */
export function ContactForm({ heading }: { readonly heading: string }) {
  const [values, setValues] = useState(EMPTY);
  const isComplete = values.name !== '' && values.email.includes('@') && values.message !== '';
  return (
    <form id="contact-form" className="space-y-5 rounded border border-stone-200 p-6 shadow-sm">
      <h2 className="text-xl font-bold">{heading}</h2>
      {FIELDS.map(({ name, label, type }) => {
        const set = ({ target }: { readonly target: { readonly value: string } }) =>
          setValues({ ...values, [name]: target.value });
        return (
          <label key={name} className="block">
            <span className="text-sm font-medium text-stone-700">{label}</span>
            {type === undefined ? (
              <textarea name={name} rows={5} value={values[name]} onChange={set} className={BOX} />
            ) : (
              <input name={name} type={type} value={values[name]} onChange={set} className={BOX} />
            )}
          </label>
        );
      })}
      <output className="block text-sm text-stone-500">{isComplete ? 'Ready to send' : 'Please fill in'}</output>
      <button type="submit" className="rounded bg-teal-700 px-4 py-2 text-sm font-bold text-white hover:bg-teal-600">
        Send
      </button>
    </form>
  );
}
