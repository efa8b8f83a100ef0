/** What becomes of a site when builds are killed, disks are full and readers go away. Takes minutes: `npm run test:faults`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['faults/**/*.test.ts'],
    // An `expect` that never runs proves nothing.
    expect: { requireAssertions: true },
    maxWorkers: 2,
    testTimeout: 600_000,
  },
});
