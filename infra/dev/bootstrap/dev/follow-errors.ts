import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { watch } from 'chokidar';

const ERROR_LEVEL = 50;

/** Prints what these programs write to their logs and is not an ordinary line: errors, and output of a crash. */
export async function followErrors(folder: string, names: string[]): Promise<() => Promise<void>> {
  const files = new Map(names.map((name) => [join(folder, `${name}.log`), name]));
  const offsets = new Map<string, number>();
  for (const file of files.keys()) offsets.set(file, await sizeOf(file));
  let reading = Promise.resolve();
  const watcher = watch(folder, { depth: 0 }).on('all', (_event, file) => {
    const name = files.get(file);
    if (name === undefined) return;
    // Sequential, so that no line is read twice.
    reading = reading.then(async () => {
      const { text, end } = await readLines(file, offsets.get(file) ?? 0);
      offsets.set(file, end);
      for (const line of text.split('\n')) if (isError(line)) console.error(`${name} | ${line}`);
    });
  });
  return async () => {
    await watcher.close();
    await reading;
  };
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The complete lines from an offset on; a rotated file is read from its beginning. */
async function readLines(file: string, offset: number): Promise<{ text: string; end: number }> {
  const size = await sizeOf(file);
  const start = size < offset ? 0 : offset;
  if (size === start) return { text: '', end: start };
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
    const length = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    return { text: buffer.toString('utf8', 0, length), end: start + length };
  } finally {
    await handle.close();
  }
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
