import { defineConfig } from 'vitest/config';
import { ENGINES, packagesMissingFor, type EngineName } from './helpers/engines.ts';
import { suite } from './helpers/suite.ts';

/** In Chromium, Firefox and WebKit: npm run test:browsers -- --project firefox */
export default defineConfig({
  test: {
    reporters: 'default',
    projects: ENGINES.filter(isAvailable).map((engine) => {
      const settings = suite(['browsers/*']);
      // The clocks of tooltips need a machine that is not overloaded.
      return { test: { ...settings, maxWorkers: 2, name: engine, provide: { ...settings.provide, engine } } };
    }),
  },
});

/** CI tests all engines, or fails. */
function isAvailable(engine: EngineName): boolean {
  const missing = packagesMissingFor(engine);
  if (missing === undefined) return true;
  const problem = `Cannot test in ${engine}. On Debian, run as root: apt-get install ${missing}`;
  if (process.env['CI'] !== undefined) throw new Error(problem);
  process.stderr.write(`SKIPPED: ${problem}\n`);
  return false;
}
