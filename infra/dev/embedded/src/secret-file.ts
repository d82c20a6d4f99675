import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** Reads a secret, created on first use: 64 hexadecimal digits in a file readable by its owner only. */
export function secretFile(path: string): string {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(file);
    closeSync(file);
    // link() never exposes a partial secret and never replaces one created concurrently.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
