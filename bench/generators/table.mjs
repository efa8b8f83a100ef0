/**
 * @param projects the projects built
 * @param runs the measurements: `project`, `mode`, `seconds`, `work` and `memory` of each build
 * @returns a Markdown table
 */
export function formatTable(projects, runs) {
  return [
    '| pages | generator | cold, s | × sitegen | work, s | warm, s | edit, s | memory, MB | pages/s |',
    '|--:|---|---|--:|--:|---|---|--:|--:|',
    ...projects.map((project) => formatRow(project, projects, runs)),
  ].join('\n');
}

function formatRow(project, projects, runs) {
  const { name, pages, fixed } = project;
  const own = (mode) => runs.filter((run) => run.project === project && run.mode === mode);
  const seconds = own('cold').map((run) => run.seconds);
  const work = median(own('cold').map((run) => run.work));
  const sitegen = projects.find((other) => other.name === 'sitegen' && other.pages === pages);
  const base = runs.filter((run) => run.project === sitegen && run.mode === 'cold').map((run) => run.seconds);
  const memory = Math.max(...runs.filter((run) => run.project === project).map((run) => run.memory));
  const cells = [
    pages,
    name,
    formatSeconds(seconds),
    ratio(median(seconds), median(base)),
    Number.isNaN(work) ? NONE : work.toFixed(2),
    formatSeconds(own('warm').map((run) => run.seconds)),
    formatSeconds(own('edit').map((run) => run.seconds)),
    Number.isFinite(memory) ? Math.round(memory) : NONE,
    seconds.length === 0 ? NONE : Math.round((pages + fixed) / median(seconds)),
  ];
  return `| ${cells.join(' | ')} |`;
}

const NONE = '–';

export const ratio = (own, base) => (Number.isNaN(own / base) ? NONE : (own / base).toFixed(2));

/** `**1.23** (1.20–1.31)` */
function formatSeconds(values) {
  if (values.length === 0) return NONE;
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map((value) =>
    value.toFixed(2),
  );
  return values.length === 1 ? `**${middle}**` : `**${middle}** (${low}–${high})`;
}

/** NaN for an empty list. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2;
}
