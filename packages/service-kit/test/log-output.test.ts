import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  read as readInto,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openLogOutput } from '../src/telemetry/log-output.ts';

/** A Linux device that is always full. */
const FULL = '/dev/full';

it.runIf(existsSync(FULL))(
  'a process whose log cannot be written continues, and ends when it is done',
  async () => {
    const full = openSync(FULL, 'w');
    const script = fileURLToPath(new URL('./log-to-full-disk.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['ignore', full, 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    closeSync(full);
    const [reported, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')]);
    expect(reported).toContain('still here');
    expect(code).toBe(0);
  },
);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'log-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('writes lines in order, and flushes synchronously', async () => {
  const file = join(temporaryFolder(), 'log');
  const fd = openSync(file, 'w');
  onTestFinished(() => closeSync(fd));
  const output = openLogOutput(fd);
  const lines = Array.from({ length: 5_000 }, (_, number) => `{"msg":"line ${number}"}\n`);
  for (const line of lines.slice(0, 4_000)) output.write(line);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.slice(0, 4_000).join(''));
  for (const line of lines.slice(4_000)) output.write(line);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''));
  output.flushSync();
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});

it('buffers a megabyte for a stalled reader, and reports how many lines were lost once it reads again', async () => {
  const fifo = join(temporaryFolder(), 'fifo');
  execFileSync('mkfifo', [fifo]);
  // Opens both ends at once, so that neither waits for the other; non-blocking, as a full pipe behaves.
  const fd = openSync(fifo, 'r+');
  onTestFinished(() => closeSync(fd));
  const output = openLogOutput(fd);
  const line = `${JSON.stringify({ msg: 'x'.repeat(1_000) })}\n`;
  for (let number = 0; number < 2_000; number += 1) output.write(line);
  const buffer = Buffer.alloc(64 * 1024);
  let read = '';
  while (!/"lost":\d+/.test(read)) {
    const { bytesRead } = await promisify(readInto)(fd, buffer, 0, buffer.length, null);
    read += buffer.subarray(0, bytesRead).toString();
  }
  const kept = read.split(line).length - 1;
  expect(kept).toBeGreaterThan(900);
  expect(kept + Number(/"lost":(\d+)/.exec(read)?.[1])).toBe(2_000);
});
