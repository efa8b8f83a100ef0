import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findPort, startProgram, type Server } from './server.ts';

const NGINX = '/usr/sbin/nginx';
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

export const hasNginx = existsSync(NGINX) && existsSync(BROTLI);

/**
 * Serves a folder like Debian's nginx, with its table of media types.
 * | @param snippet the file that a build writes for nginx
 */
export async function startNginx(root: string, snippet: string): Promise<Server> {
  const port = await findPort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sitegen-nginx-'));
  const config = path.join(folder, 'nginx.conf');
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    config,
    `load_module ${BROTLI};
daemon off;
pid ${folder}/pid;
error_log stderr notice;
events {}
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${kept.join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    brotli_static on;
    include ${snippet};
  }
}
`,
  );
  const stop = await startProgram({
    command: NGINX,
    args: ['-c', config, '-e', 'stderr'],
    ready: /start worker process /,
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop().then(() => rm(folder, { recursive: true })) };
}
