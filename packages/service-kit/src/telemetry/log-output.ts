import { openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** The destination of log lines. */
export type LogOutput = DestinationStream & {
  /** Writes as much of the buffer as possible, synchronously. */
  flushSync(): void;
};

/** The maximum buffered in memory while the output is blocked. */
const BUFFER_MAX_BYTES = 1024 * 1024;
const RETRY_MS = 100;

let standardOutput: LogOutput | undefined;

/** Where all logs of this process go: standard output, unless {@link logToFile} chose a file. Flushed on exit. */
export function openStandardOutput(): LogOutput {
  standardOutput ??= flushedOnExit(openLogOutput(1));
  return standardOutput;
}

/** Appends the logs of this process to a file, for a program that speaks to a person on standard output. */
export function logToFile(path: string): void {
  standardOutput = flushedOnExit(openLogOutput(openSync(path, 'a', 0o600)));
}

function flushedOnExit(output: LogOutput): LogOutput {
  process.once('exit', () => output.flushSync());
  return output;
}

/**
 * Writes lines in order without blocking. A full disk or a closed reader costs lines, not the process: pino's own
 * output would crash at the first failed write, or flush forever. Buffers up to a megabyte, then reports the number
 * of lost lines once there is room.
 */
export function openLogOutput(fd: number): LogOutput {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lost = 0;
  let writing = false;

  function buffer(line: string): void {
    const chunk = Buffer.from(line);
    if (bytes + chunk.length > BUFFER_MAX_BYTES) {
      lost += 1;
      return;
    }
    waiting.push(chunk);
    bytes += chunk.length;
  }

  function flush(): void {
    if (writing || waiting.length === 0) return;
    const chunk = Buffer.concat(waiting);
    waiting = [];
    writing = true;
    write(fd, chunk, (error, written) => {
      writing = false;
      keepUnwritten(chunk, error ? 0 : written);
      if (error?.code === 'EAGAIN') setTimeout(flush, RETRY_MS);
      // After any other error the next line tries again.
      if (error) return;
      reportLost();
      flush();
    });
  }

  function keepUnwritten(chunk: Buffer, written: number): void {
    bytes -= written;
    if (written < chunk.length) waiting.unshift(chunk.subarray(written));
  }

  function reportLost(): void {
    if (lost === 0) return;
    const fields = { level: 40, time: new Date().toISOString(), lost };
    lost = 0;
    buffer(`${JSON.stringify({ ...fields, msg: 'log lines could not be written' })}\n`);
  }

  return {
    write(line) {
      buffer(line);
      flush();
    },
    flushSync() {
      const chunk = Buffer.concat(waiting);
      waiting = [];
      let written = 0;
      try {
        while (written < chunk.length) written += writeSync(fd, chunk, written);
      } catch {
        // The output is blocked; the process may be exiting.
      }
      keepUnwritten(chunk, written);
    },
  };
}
