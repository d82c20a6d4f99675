import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import type { TimeSegment } from './clock.ts';
import type { AccountAfter, TransactionMeta } from './execute.ts';
import { decodeTransaction, type WireTransaction } from './transaction.ts';

/** A landed transaction and its effects: enough to serve it and to rebuild the state. */
export type TransactionRecord = {
  kind: 'transaction';
  signature: string;
  slot: number;
  /** Unix seconds, chain time. */
  blockTime: number;
  /** Unix milliseconds, real time; the commitment delays start here. */
  acceptedAtMs: number;
  keys: string[];
  /** The memos of its top-level instructions, as in `getSignaturesForAddress`. */
  memo: string | null;
  /** The transaction as sent, base64. */
  wire: string;
  meta: TransactionMeta;
  accountsAfter: AccountAfter[];
};

/** All landed transactions, by signature and by address. */
export function createHistory() {
  const bySignature = new Map<string, TransactionRecord>();
  const byAddress = new Map<string, TransactionRecord[]>();
  return {
    add(record: TransactionRecord): void {
      bySignature.set(record.signature, record);
      for (const key of new Set(record.keys)) {
        const records = byAddress.get(key);
        if (records) records.push(record);
        else byAddress.set(key, [record]);
      }
    },
    find: (signature: string) => bySignature.get(signature),
    /** Transactions that mention an address, oldest first. */
    of: (address: string): readonly TransactionRecord[] => byAddress.get(address) ?? [],
    get size() {
      return bySignature.size;
    },
  };
}

/** Decodes the transaction of a record. */
export const transactionOf = (record: TransactionRecord): WireTransaction =>
  decodeTransaction(Buffer.from(record.wire, 'base64'));

export type LogEntry = TransactionRecord | ({ kind: 'time' } & TimeSegment);

const NEWLINE = 10;

function parseLine(line: string, number: number, path: string): LogEntry {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    throw new Error(`${path} is damaged at line ${number}: move the folder away to begin a new chain`);
  }
}

/**
 * Opens a log, an append-only file of entries with one JSON line each, and reads its entries. An incomplete last line was being written when the process died and was never
 * acknowledged, so it is truncated.
 * @throws Error when any other line is unreadable
 */
export function openLog(path: string) {
  const fd = openSync(path, 'a+');
  const contents = readFileSync(fd);
  const wholeBytes = contents.lastIndexOf(NEWLINE) + 1;
  if (wholeBytes < contents.length) ftruncateSync(fd, wholeBytes);
  const lines = contents.toString('utf8', 0, wholeBytes).split('\n').slice(0, -1);
  const entries = lines.map((line, index) => parseLine(line, index + 1, path));
  return {
    entries,
    log: { append: (entry: LogEntry) => appendDurably(fd, entry), close: () => closeSync(fd) },
  };
}

/** Returns once the entry is on disk. @throws otherwise, leaving the file unchanged */
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

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Milliseconds from acceptance until a transaction is processed, confirmed and finalised. */
export type Delays = { findMs: number; confirmMs: number; finalizeMs: number };

const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 };

/** The commitment level of a transaction; null while it is not visible. */
export function commitmentOf(record: TransactionRecord, delays: Delays, nowMs: number): Commitment | null {
  const ageMs = nowMs - record.acceptedAtMs;
  if (ageMs < delays.findMs) return null;
  if (ageMs >= Math.max(delays.finalizeMs, delays.confirmMs)) return 'finalized';
  return ageMs >= delays.confirmMs ? 'confirmed' : 'processed';
}

export const reaches = (reached: Commitment | null, wanted: Commitment): boolean =>
  reached !== null && RANK[reached] >= RANK[wanted];
