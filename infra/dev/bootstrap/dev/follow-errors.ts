import { readFileSync, unwatchFile, watchFile } from 'node:fs';

const ERROR_LEVEL = 50;
const LOOK_EVERY_MS = 200;

/** Prints what is written to a log and is not an ordinary line: errors, and output of a crash. */
export function followErrors(file: string): () => Promise<void> {
  watchFile(file, { interval: LOOK_EVERY_MS }, ({ size }, before) => {
    if (size === 0) return;
    // A rotated file is read from its beginning.
    const added = readFileSync(file).subarray(size < before.size ? 0 : before.size, size);
    for (const line of added.toString().split('\n')) if (isError(line)) console.error(line);
  });
  return async () => unwatchFile(file);
}

function isError(line: string): boolean {
  if (line === '') return false;
  try {
    const entry: unknown = JSON.parse(line);
    return (
      typeof entry === 'object' && entry !== null && 'level' in entry && Number(entry.level) >= ERROR_LEVEL
    );
  } catch {
    return true;
  }
}
