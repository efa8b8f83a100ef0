/**
 * Starts an npm registry on a free port, and prints its address: node start.mjs <storage> <upstream> <packages of its own…>
 * It has its own packages from nobody else, and all others from the upstream registry.
 */
import path from 'node:path';
import { runServer } from 'verdaccio';

const [storage, url, ...own] = process.argv.slice(2);
const access = { access: '$all', publish: '$all' };

const server = await runServer({
  configPath: path.join(storage, 'config.yaml'),
  storage,
  uplinks: { upstream: { url, maxage: '1h', timeout: '60s', max_fails: 100, fail_timeout: '1s' } },
  packages: {
    ...Object.fromEntries(own.map((name) => [name, access])),
    '**': { access: '$all', proxy: 'upstream' },
  },
  auth: {},
  web: { enable: false },
  max_body_size: '10mb',
  log: { type: 'stdout', format: 'pretty', level: 'error' },
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
