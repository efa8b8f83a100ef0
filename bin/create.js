#!/usr/bin/env node
/** `npm create …` runs this: `sitegen init`, in a package of its own. */
process.argv.splice(2, 0, 'init');
await import('./sitegen.js');
