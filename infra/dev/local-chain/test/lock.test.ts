import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LockHeldError, takeLock } from '@naughty-list/local-chain/files';
import { expect, it } from 'vitest';
import { temporaryFolder } from './chain-under-test.ts';

/** A process that holds the lock until it is killed. */
async function holdElsewhere(path: string): Promise<ChildProcess> {
  const script = `
    const { takeLock } = await import(${JSON.stringify(import.meta.resolve('@naughty-list/local-chain/files'))});
    takeLock(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 1_000);`;
  const options = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('is held by one, named, until it is given back', () => {
  const path = join(temporaryFolder(), 'lock');
  const release = takeLock(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(path, process.pid));
  rmSync(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(path, undefined));
  release();
  release();
  expect(existsSync(path)).toBe(false);
  takeLock(path)();
});

it('is held by another process, and free once that was killed', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = await holdElsewhere(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(path, holder.pid ?? 0));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(path)).toBe(true);
  takeLock(path)();
});

it('is free whatever its file says', () => {
  const path = join(temporaryFolder(), 'lock');
  for (const stale of [JSON.stringify({ pid: process.pid, identity: 'an earlier boot' }), 'half a li', '']) {
    writeFileSync(path, stale);
    const release = takeLock(path);
    expect(() => takeLock(path)).toThrow(new LockHeldError(path, process.pid));
    release();
  }
});
