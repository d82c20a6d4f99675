import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';

const ERROR_LEVEL = 50;
const LOOK_EVERY_MS = 200;

/** Prints what these programs write to their logs and is not an ordinary line: errors, and output of a crash. */
export function followErrors(folder: string, names: string[]): () => Promise<void> {
  for (const name of names) {
    const file = join(folder, `${name}.log`);
    watchFile(file, { interval: LOOK_EVERY_MS }, ({ size }, before) => {
      // A rotated file is read from its beginning.
      const added = size < before.size ? [0, size] : [before.size, size];
      const lines =
        size === 0
          ? []
          : readFileSync(file)
              .subarray(...added)
              .toString()
              .split('\n');
      for (const line of lines) if (isError(line)) console.error(`${name} | ${line}`);
    });
  }
  return async () => {
    for (const name of names) unwatchFile(join(folder, `${name}.log`));
  };
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
