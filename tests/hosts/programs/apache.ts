import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findPort, startProgram, type Server } from './server.ts';

const APACHE = '/usr/sbin/apache2';

export const hasApache = existsSync(APACHE);

/** The modules for files that Debian enables, and `headers`, which the site's file needs. */
const MODULES = [
  ['mpm_event', 'authz_core', 'authz_host', 'alias', 'autoindex', 'dir', 'env', 'filter', 'headers', 'mime'],
  ['negotiation', 'reqtimeout', 'rewrite', 'setenvif'],
].flat();

/** Serves a folder like Debian's Apache, which finds the build's settings in the folder itself. */
export async function startApache(root: string): Promise<Server> {
  const port = await findPort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-apache-'));
  const config = path.join(folder, 'apache.conf');
  await writeFile(
    config,
    `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog "|/bin/cat"
LogLevel notice
User www-data
Group www-data
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Include /etc/apache2/mods-available/mime.conf
Include /etc/apache2/mods-available/dir.conf
Include /etc/apache2/mods-available/negotiation.conf
DocumentRoot ${root}
<Directory ${root}>
  Options FollowSymLinks
  AllowOverride All
  Require all granted
</Directory>
<FilesMatch "^\\.ht">
  Require all denied
</FilesMatch>
`,
  );
  const args = ['-f', config, '-DFOREGROUND'];
  const stop = await startProgram({ command: APACHE, args, ready: /resuming normal operations/ });
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop().then(() => rm(folder, { recursive: true })) };
}
