import type { Reporter, TestModule } from 'vitest/node';
import path from 'node:path';

const SHOWN = 10;

/** Prints the slowest files. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const slowest = modules
      .map((module) => ({ file: path.relative(process.cwd(), module.moduleId), ms: durationOf(module) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SHOWN);
    const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`);
    process.stdout.write(`\n Slowest files:\n${lines.join('\n')}\n`);
  }
}

/** In ms, including imports and hooks. */
function durationOf(module: TestModule): number {
  const { prepareDuration, collectDuration, setupDuration, duration, environmentSetupDuration } = module.diagnostic();
  return prepareDuration + collectDuration + setupDuration + duration + environmentSetupDuration;
}
