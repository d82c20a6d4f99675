import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Where lines go. */
export type LogOutput = DestinationStream & {
  /** Writes what waits, at once, as far as that can be done. */
  flushSync(): void;
};

/** What is kept in memory while nobody takes it. */
const LONGEST_BYTES = 1024 * 1024;
const BUSY_MS = 100;

let standardOutput: LogOutput | undefined;

/** Standard output, one for all logs of this process; what waits when the process ends is written then. */
export function openStandardOutput(): LogOutput {
  if (standardOutput) return standardOutput;
  const opened = openLogOutput(1);
  process.once('exit', () => opened.flushSync());
  standardOutput = opened;
  return opened;
}

/**
 * Writes lines in their order, and never waits for the disk. One that is full, or a reader that is gone, costs lines and not the
 * process: pino's own output would end it with the first line that cannot be written, or flush without end. The first megabyte
 * waits; how many lines came after it is told when there is room again.
 */
export function openLogOutput(fd: number): LogOutput {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lost = 0;
  let writing = false;

  function take(line: string): void {
    const taken = Buffer.from(line);
    if (bytes + taken.length > LONGEST_BYTES) {
      lost += 1;
      return;
    }
    waiting.push(taken);
    bytes += taken.length;
  }

  function pump(): void {
    if (writing || waiting.length === 0) return;
    const chunk = Buffer.concat(waiting);
    waiting = [];
    writing = true;
    write(fd, chunk, (error, written) => {
      writing = false;
      giveBack(chunk, error ? 0 : written);
      if (error?.code === 'EAGAIN') setTimeout(pump, BUSY_MS);
      // After any other fault the next line tries again.
      if (error) return;
      tellLost();
      pump();
    });
  }

  function giveBack(chunk: Buffer, written: number): void {
    bytes -= written;
    if (written < chunk.length) waiting.unshift(chunk.subarray(written));
  }

  function tellLost(): void {
    if (lost === 0) return;
    const fields = { level: 40, time: new Date().toISOString(), lost };
    lost = 0;
    take(`${JSON.stringify({ ...fields, msg: 'log lines could not be written' })}\n`);
  }

  return {
    write(line) {
      take(line);
      pump();
    },
    flushSync() {
      const chunk = Buffer.concat(waiting);
      waiting = [];
      let written = 0;
      try {
        while (written < chunk.length) written += writeSync(fd, chunk, written);
      } catch {
        // Nobody takes them now; the process may be about to end.
      }
      giveBack(chunk, written);
    },
  };
}
