const week = [
  { day: 'Mon', tasks: { 'Plan week': 'col-span-3 bg-sun' } },
  { day: 'Tue', tasks: { 'First draft': 'col-span-3 bg-leaf', 'Call bank': 'col-span-3 bg-sky' } },
  { day: 'Wed', tasks: { Review: 'col-span-2 bg-sun', 'Second draft': 'col-span-4 bg-leaf' } },
  { day: 'Thu', tasks: { 'Order paper': 'col-span-3 bg-sky' } },
  { day: 'Fri', tasks: { 'Send the offer': 'col-span-4 bg-leaf', Close: 'col-span-2 bg-sun' } },
];

/** A picture of the product, until there is a screenshot: `<img {...screenshot} alt="…" />`. */
export function Week() {
  return (
    <div aria-hidden className="rounded-3xl border border-line bg-mist p-4 shadow-xl shadow-black/5 sm:p-6">
      {week.map(({ day, tasks }) => (
        <div
          key={day}
          className="grid grid-cols-[3rem_repeat(6,minmax(0,1fr))] gap-2 border-line py-2.5 not-first:border-t"
        >
          <span className="self-center font-semibold text-quiet">{day}</span>
          {Object.entries(tasks).map(([task, style]) => (
            <span key={task} className={`truncate rounded-lg border border-transparent px-2.5 py-2 text-sm ${style}`}>
              {task}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
