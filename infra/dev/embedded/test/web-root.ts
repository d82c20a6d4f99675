import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder with a one-line page, for tests that do not need the real web app. */
export function webRoot(folder = temporaryFolder()): string {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Test</title>\n');
  return folder;
}
