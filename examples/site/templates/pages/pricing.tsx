import { href, placeholder, type Meta } from 'sitegen';
import { CallToAction } from '../components/call-to-action.tsx';

export const meta: Meta = { title: 'Pricing', description: 'Free for one person. Teams pay per person and month.' };

const plans = [
  {
    name: 'Solo',
    price: 'Free',
    unit: 'for one person',
    includes: ['One week, one page', 'The last four weeks', 'Print and export'],
  },
  {
    name: 'Team',
    price: placeholder('the price of the plan "Team"', '€6'),
    unit: 'per person and month',
    includes: ['Everything in Solo', 'Shared weeks', 'Unlimited archive'],
  },
  {
    name: 'Studio',
    price: placeholder('the price of the plan "Studio"', '€12'),
    unit: 'per person and month',
    includes: ['Everything in Team', 'Teams side by side', 'Single sign-on'],
  },
];

const questions = [
  { question: 'Can we change plans later?', answer: 'At any time. The new price applies from the next month.' },
  { question: 'Do readers need a plan?', answer: 'No. Share a week by its link; readers need no account.' },
  { question: 'How do we cancel?', answer: 'Export your weeks as text, then close the account in the settings.' },
];

export default function Pricing() {
  return (
    <>
      <section className="wrap py-12 md:py-20">
        <h1 className="max-w-[16ch]">Pay for the people who plan.</h1>
        <p className="mt-6 max-w-[34rem] text-xl text-quiet">{meta.description}</p>
        <ul className="mt-12 grid gap-5 md:mt-16 md:grid-cols-3">
          {plans.map(({ name, price, unit, includes }) => (
            <li
              key={name}
              className="flex flex-col rounded-3xl border border-line p-6 nth-2:border-accent nth-2:bg-mist lg:p-8"
            >
              <h2 className="text-xl">{name}</h2>
              <p className="mt-4 text-5xl font-bold tracking-tight">{price}</p>
              <p className="mt-1 text-quiet">{unit}</p>
              <ul className="mt-6 mb-8 grid list-disc gap-1.5 pl-5 marker:text-accent">
                {includes.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
              <a href={href('/contact')} className="btn mt-auto text-center print:hidden">
                Choose {name}
              </a>
            </li>
          ))}
        </ul>
      </section>

      <section className="border-t border-line bg-mist">
        <div className="wrap grid gap-8 py-16 md:py-24 lg:grid-cols-[1fr_2fr]">
          <h2>Questions</h2>
          <div className="lg:-mt-3">
            {questions.map(({ question, answer }) => (
              <details key={question} className="border-b border-line">
                <summary className="cursor-pointer py-5 text-lg font-semibold">{question}</summary>
                <p className="max-w-[38rem] pb-6 text-quiet">{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>

      <CallToAction title="Any other questions?">Contact us</CallToAction>
    </>
  );
}
