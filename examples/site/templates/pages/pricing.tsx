import { href, placeholder, type Meta } from 'sitegen';
import { CallToAction } from '../components/call-to-action.tsx';

export const meta: Meta = {
  title: 'Pricing',
  description: 'Free for one person. Teams pay by the month for each person.',
};

const plans = [
  {
    name: 'Solo',
    price: 'Free',
    unit: 'for one person',
    includes: ['One week, one page', 'Archive of four weeks', 'Print and export'],
  },
  {
    name: 'Team',
    price: placeholder('the price of the plan "Team"', '€6'),
    unit: 'a month for each person',
    includes: ['Everything in Solo', 'Shared weeks', 'Archive without end'],
  },
  {
    name: 'Studio',
    price: placeholder('the price of the plan "Studio"', '€12'),
    unit: 'a month for each person',
    includes: ['Everything in Team', 'Several teams side by side', 'Single sign-on'],
  },
];

const questions = [
  { question: 'Can we change plans later?', answer: 'At any time. The new price applies from the next month.' },
  {
    question: 'Does somebody who only reads pay?',
    answer: 'No. A week can be shared by a link, and readers need no account.',
  },
  { question: 'How do we leave?', answer: 'Export your weeks as text, and close the account with one button.' },
];

export default function Pricing() {
  return (
    <>
      <section className="wrap py-12 md:py-20">
        <h1>Pay for the people who plan.</h1>
        <p className="mt-6 max-w-[34rem] text-xl text-quiet">{meta.description}</p>
        <ul className="mt-12 grid gap-5 md:mt-16 lg:grid-cols-3">
          {plans.map(({ name, price, unit, includes }) => (
            <li key={name} className="flex flex-col rounded-3xl border border-line p-6 md:p-8">
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
          <div>
            {questions.map(({ question, answer }) => (
              <details key={question} className="border-b border-line">
                <summary className="cursor-pointer py-5 text-lg font-semibold">{question}</summary>
                <p className="max-w-[38rem] pb-6 text-quiet">{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>

      <CallToAction title="Another question? Ask it.">Contact us</CallToAction>
    </>
  );
}
