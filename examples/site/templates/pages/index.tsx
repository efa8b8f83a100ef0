import { href, type Meta } from 'sitegen';
import { CallToAction } from '../components/call-to-action.tsx';
import { Week } from '../components/week.tsx';
import { site } from '../site.ts';

export const meta: Meta = {
  title: 'The week on one page',
  description: `${site.name} is a planner for small teams: one line for each day, and everyone sees the same week.`,
};

const features = [
  {
    title: 'One page',
    text: 'The whole week fits on one screen. There is nothing to open, filter or scroll.',
    tint: 'bg-sun',
    icon: 'M5 4h14v16H5zM9 9h6M9 13h6',
  },
  {
    title: 'Plain words',
    text: 'A task is a line of text. Type it where it belongs, and move it when plans change.',
    tint: 'bg-leaf',
    icon: 'M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4',
  },
  {
    title: 'No noise',
    text: 'No badges, no streaks, no reminders. It is there when you look, and silent while you work.',
    tint: 'bg-sky',
    icon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  },
];

const steps = [
  { day: 'Monday', title: 'Write it down', text: 'Agree on what has to be done, who does it, and on which day.' },
  { day: 'Any day', title: 'Move it', text: 'Something came up? Drag the task to another day, for everyone.' },
  { day: 'Friday', title: 'Close it', text: 'Finished tasks go to the archive, and the others to next week’s page.' },
];

export default function Home() {
  return (
    <>
      <section className="wrap grid items-center gap-12 py-12 md:py-20 lg:grid-cols-[6fr_5fr] lg:py-28">
        <div>
          <h1>The week on&nbsp;one page.</h1>
          <p className="mt-6 max-w-[34rem] text-xl text-quiet">
            {site.name} is a planner for small teams: one line for each day, and everyone sees the same week.
          </p>
          <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 print:hidden">
            <a href={href('/contact')} className="btn">
              Try {site.name}
            </a>
            <a href={href('/pricing')} className="link py-1 font-semibold">
              See the prices
            </a>
          </p>
        </div>
        <Week />
      </section>

      <section className="border-y border-line bg-mist">
        <div className="wrap py-16 md:py-24">
          <h2 className="max-w-[22ch]">As simple as paper, but everyone has a copy</h2>
          <ul className="mt-10 grid gap-10 md:mt-14 md:grid-cols-3">
            {features.map(({ title, text, tint, icon }) => (
              <li key={title}>
                <span className={`inline-block rounded-xl p-2.5 ${tint}`}>
                  <svg
                    viewBox="0 0 24 24"
                    width={28}
                    height={28}
                    aria-hidden
                    className="fill-none stroke-current stroke-2"
                  >
                    <path d={icon} strokeLinecap="round" strokeLinejoin="round" />
                  </svg>
                </span>
                <h3 className="mt-4">{title}</h3>
                <p className="mt-2 text-quiet">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="wrap py-16 md:py-24">
        <h2>How a week goes</h2>
        <ol className="mt-10 grid gap-5 md:mt-14 md:grid-cols-3">
          {steps.map(({ day, title, text }) => (
            <li key={day} className="rounded-3xl border border-line p-6 md:p-8">
              <p className="font-semibold text-accent">{day}</p>
              <h3 className="mt-8 md:mt-14">{title}</h3>
              <p className="mt-2 text-quiet">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <CallToAction title="Start next Monday.">Try {site.name}</CallToAction>
    </>
  );
}
