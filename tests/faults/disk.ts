/** Disks of any size. They need root and Linux. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { SITEGEN, run, type Ran } from '../helpers/run.ts';

/** Free space on a disk: none, unlimited, or this many bytes. */
export type Limit = 'nothing' | 'all' | { readonly kilobytes: number } | { readonly files: number };

export interface Disk {
  /** The path under which this process finds a folder that `sitegen` sees. */
  readonly see: (folder: string) => string;
  readonly limit: (limit: Limit) => void;
  /** Runs `sitegen` where the disk is. */
  readonly sitegen: (cwd: string, ...args: string[]) => Promise<Ran>;
}

const AMPLE = 'rw,size=64m,nr_inodes=9999';

/** Why disks are unavailable, for the title of a skipped test. */
export const NO_DISKS = whyNot();

/** Mounts an empty disk on an existing folder. Other processes do not see it. */
export async function mountDisk(folder: string): Promise<Disk> {
  const mount = `mount -t tmpfs -o ${AMPLE} tmpfs "$0" && echo mounted && exec cat`;
  const holder = spawn('unshare', ['--mount', 'sh', '-c', mount, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.stdin.end()); // the disk is gone with the last process that sees it
  await once(holder.stdout, 'data');
  const enter = ['--target', String(holder.pid), '--mount'];
  const remount = (options: string) => {
    execFileSync('nsenter', [...enter, 'mount', '-o', `remount,${options}`, 'tmpfs', folder]);
  };
  const used = (what: 'used' | 'iused') => {
    const table = execFileSync('nsenter', [...enter, 'df', `--output=${what}`, folder], { encoding: 'utf8' });
    return Number(table.split('\n')[1]);
  };
  return {
    see: (inside) => path.join(`/proc/${holder.pid}/root`, inside),
    limit: (limit) => {
      if (limit === 'nothing') remount('ro');
      else if (limit === 'all') remount(AMPLE);
      else if ('files' in limit) remount(`nr_inodes=${used('iused') + limit.files}`);
      else remount(`size=${used('used') + limit.kilobytes}k`);
    },
    sitegen: async (cwd, ...args) =>
      run(['nsenter', ...enter, 'sh', '-c', 'cd "$0" && exec "$@"', cwd, process.execPath, SITEGEN, ...args], '/'),
  };
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'only on Linux';
  if (process.getuid?.() !== 0) return 'only as root';
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'not where nothing can be mounted';
  }
}
