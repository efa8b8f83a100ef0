import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { island } from 'sitegen';
import { z } from 'zod';

const schema = z.object({ email: z.email('Not an address') });

function Form() {
  const [sent, setSent] = useState('');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  });
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => setSent(email))}>
      <label>
        Email <input {...register('email')} />
      </label>
      <button>Send</button>
      <p role="status">{formState.errors.email?.message ?? `Sent: ${sent}`}</p>
    </form>
  );
}

export default island('react-hook-form', Form);
