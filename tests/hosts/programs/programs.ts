import path from 'node:path';
import type { HostName } from '../../../src/api/host.ts';
import type { Sample } from '../asking/sample.ts';
import { hasApache, startApache } from './apache.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { hasRgw, startRgw } from './rgw.ts';
import { hasS3rver, startS3rver } from './s3rver.ts';
import type { Server } from './server.ts';

/** A program that serves a site like a host. */
export interface Program {
  /** If the program is missing, it says how to get it. */
  readonly title: string;
  readonly host: HostName;
  readonly isThere: boolean;
  readonly start: (sample: Sample) => Promise<Server>;
}

const written = ({ project }: Sample, name: string) => path.join(project.root, '.sitegen/hosts', name);
const titleOf = (name: string, isThere: boolean, source: string) =>
  isThere ? name : `${name} (skipped, because it is not there: ${source})`;

export const NGINX: Program = {
  title: titleOf('nginx', hasNginx, 'apt-get install nginx libnginx-mod-http-brotli-static'),
  host: 'nginx',
  isThere: hasNginx,
  start: (sample) => startNginx(sample.root, written(sample, 'nginx.conf')),
};

export const APACHE: Program = {
  title: titleOf('Apache', hasApache, 'apt-get install apache2'),
  host: 'apache',
  isThere: hasApache,
  start: ({ root }) => startApache(root),
};

export const S3RVER: Program = {
  title: titleOf('s3rver', hasS3rver, 'npm ci --prefix tests/hosts/servers'),
  host: 's3',
  isThere: hasS3rver,
  start: (sample) => startS3rver(sample, written(sample, 's3-website.json')),
};

export const RGW: Program = {
  title: titleOf('Ceph RGW', hasRgw, 'apt-get install radosgw ceph-mon ceph-osd ceph-common, and be root'),
  host: 's3',
  isThere: hasRgw,
  start: (sample) => startRgw(sample, written(sample, 's3-website.json')),
};
