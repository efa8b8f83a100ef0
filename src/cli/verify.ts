/** `sitegen verify` */
import { count } from '../shared/format.ts';
import { formatDiagnostics } from '../shared/format-diagnostic.ts';
import type { CliCommand } from './command.ts';
import { toBuildOptions, webAddress, withConcurrency, withFolders, withJson, type FolderFlags } from './options.ts';
import { createProgress, paintFor } from './process.ts';

interface VerifyFlags extends FolderFlags {
  readonly concurrency: number;
  readonly json?: true;
}

const HELP = `
Requests every file of the site and compares its status, contents, type and caching headers. Also requests redirects, and an
address that does not exist, which must return 404.
Exit codes: 0 no differences, 1 differences found, 2 the command could not run.`;

export const verify: CliCommand<VerifyFlags, string> = {
  name: 'verify',

  declare: (command) =>
    withJson(withConcurrency(withFolders(command), 8))
      .description('compare a live site with the last build')
      .argument('<url>', 'address of the home page: https://www.example.com/', webAddress)
      .addHelpText('after', HELP),

  async run(flags, context, address) {
    const [{ verify: verifySite }, { readSiteConfig }] = await Promise.all([
      import('../deploy/verify.ts'),
      import('../config/load-config.ts'),
    ]);
    const { json = false, concurrency } = flags;
    const { stdout, stderr, stopping } = context;
    const { origin, pathname } = new URL(address);
    const url = origin + pathname.replace(/\/?$/, '/'); // addresses of files are resolved against it
    const { root, ...overrides } = toBuildOptions(flags, context);
    const config = await readSiteConfig(root, overrides);
    stopping.onSiteCode(false);
    const progress = createProgress(json ? undefined : stderr, 'files');
    const { files, diagnostics } = await verifySite({ config, url, concurrency, signal: stopping.signal, ...progress });
    const ok = diagnostics.length === 0;
    stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
    const compared = `${count(files, 'file')} compared with ${url}`;
    if (json) stdout.write(`${JSON.stringify({ version: 1, ok, url, files, diagnostics }, null, 2)}\n`);
    else if (ok) stdout.write(`${paintFor(stdout)('green', `${compared}: no differences.`)}\n`);
    else stderr.write(`${paintFor(stderr)('red', `${compared}: ${count(diagnostics.length, 'difference')}.`)}\n`);
    return ok ? 0 : 1;
  },
};
