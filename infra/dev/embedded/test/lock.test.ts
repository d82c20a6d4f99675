import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LockHeldError, takeLock } from '@naughty-list/embedded/lock';
import { expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

it('is held by one, named, until it is given back', () => {
  const path = join(temporaryFolder(), 'lock');
  const release = takeLock(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(process.pid));
  release();
  expect(existsSync(path)).toBe(false);
  takeLock(path)();
});

it('is taken over from a process that is gone, also when its number was given to another', () => {
  const path = join(temporaryFolder(), 'lock');
  for (const stale of [
    JSON.stringify({ pid: 4_000_000, identity: 'boot 1' }),
    JSON.stringify({ pid: process.pid, identity: 'an earlier boot' }),
    'half a li',
    '',
  ]) {
    writeFileSync(path, stale);
    const release = takeLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
    release();
  }
});
