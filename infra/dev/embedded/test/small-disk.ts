import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { lastingFolder } from './temporary-folder.ts';

/** A file system of a few megabytes, which can be filled and emptied. */
export type SmallDisk = { path: string; fill(): void; makeRoom(): void; remove(): void };

/** In memory, or in a file as on a real disk. Undefined if this account may not mount one. */
export function mountSmallDisk(megabytes: number, kind: 'tmpfs' | 'ext4' = 'tmpfs'): SmallDisk | undefined {
  const { path, remove: removeFolder } = lastingFolder();
  const image = `${path}.image`;
  const remove = () => {
    removeFolder();
    rmSync(image, { force: true });
  };
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });
  try {
    if (kind === 'tmpfs') run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', path);
    else {
      run('mkfs.ext4', '-q', image, `${megabytes}M`);
      run('mount', '-o', 'loop', image, path);
    }
  } catch {
    remove();
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      try {
        // Large blocks first, then single bytes.
        for (const size of [1 << 20, 1 << 12, 1]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path]);
      remove();
    },
  };
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) if (writeSync(file, piece) < piece.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** A data folder on it. */
export function folderOn(disk: SmallDisk): string {
  const folder = join(disk.path, 'data');
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}
