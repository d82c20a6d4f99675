import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import type { TimeSegment } from '../chain/clock.ts';
import type { TransactionRecord } from './history.ts';

export type LogEntry = TransactionRecord | ({ kind: 'time' } & TimeSegment);

/** An append-only file of entries, one JSON line each. */
export type LogFile = {
  /** Returns once the entry is on disk. @throws otherwise, leaving the file unchanged */
  append(entry: LogEntry): void;
  close(): void;
};

const NEWLINE = 10;

function parseLine(line: string, number: number, path: string): LogEntry {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    throw new Error(`${path} is damaged at line ${number}: move the folder away to begin a new chain`);
  }
}

/**
 * Opens a log and reads its entries. An incomplete last line was being written when the process died and was never
 * acknowledged, so it is truncated.
 * @throws Error when any other line is unreadable
 */
export function openLog(path: string): { log: LogFile; entries: LogEntry[] } {
  const fd = openSync(path, 'a+');
  const contents = readFileSync(fd);
  const wholeBytes = contents.lastIndexOf(NEWLINE) + 1;
  if (wholeBytes < contents.length) ftruncateSync(fd, wholeBytes);
  const lines = contents.toString('utf8', 0, wholeBytes).split('\n').slice(0, -1);
  const entries = lines.map((line, index) => parseLine(line, index + 1, path));
  return { entries, log: { append: (entry) => appendDurably(fd, entry), close: () => closeSync(fd) } };
}

function appendDurably(fd: number, entry: LogEntry): void {
  const before = fstatSync(fd).size;
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  try {
    for (let written = 0; written < line.length; ) written += writeSync(fd, line, written);
    fdatasyncSync(fd);
  } catch (error) {
    ftruncateSync(fd, before);
    throw error;
  }
}
