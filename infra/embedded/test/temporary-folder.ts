import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { onTestFinished } from 'vitest';

/** A new folder that everybody may pass through, removed with its database when the test has ended. */
export function temporaryFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-embedded-'));
  chmodSync(folder, mode);
  onTestFinished(() => {
    removeDatabase(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
