import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { onTestFinished } from 'vitest';

/** A new folder that all users may traverse; `remove` deletes its database as well. */
export function lastingFolder(mode = 0o711): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'naughty-list-embedded-'));
  chmodSync(path, mode);
  const remove = () => {
    removeDatabase(path);
    rmSync(path, { recursive: true, force: true });
  };
  return { path, remove };
}

/** The same, removed after the test. */
export function temporaryFolder(mode = 0o711): string {
  const { path, remove } = lastingFolder(mode);
  onTestFinished(remove);
  return path;
}
