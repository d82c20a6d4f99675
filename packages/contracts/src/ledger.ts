import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { defineJob } from './job.ts';
import { digits } from './primitives.ts';

/** The signed head of the ledger (C2SP tlog-checkpoint), as text. */
export const getCheckpoint = defineEndpoint({
  method: 'GET',
  path: '/log/checkpoint',
  summary: 'The signed head of the ledger, as text (C2SP tlog-checkpoint)',
  access: 'public',
  answers: { 200: z.string() },
  errors: ['service_unavailable'],
});

export const getLedgerKey = defineEndpoint({
  method: 'GET',
  path: '/log/key',
  summary:
    'The key that verifies the ledger, as text (C2SP signed-note); keep it: a log that is compared with its own answer proves nothing',
  access: 'public',
  answers: { 200: z.string() },
  errors: ['service_unavailable'],
});

export const getLedgerTile = defineEndpoint({
  method: 'GET',
  path: '/log/tile/*',
  summary:
    'A tile of hashes, or a bundle of entries, as bytes (C2SP tlog-tiles): 0/000, 1/000.p/2, entries/x001/234.p/5',
  access: 'public',
  params: z.object({ '*': z.string() }),
  answers: { 200: z.string() },
});

const Base64 = z.base64();

/**
 * What a leaf commits to: SHA-256 over the salt and the record (canonical JSON) is its `commitment`. Texts are in it by
 * their hash.
 */
export const LedgerRecord = z.object({ index: z.number().int(), salt: Base64, record: z.string() });
export type LedgerRecord = z.infer<typeof LedgerRecord>;

/** Why a record is not public, or not any more; `replaced`: its text was edited since; `private`: a membership or rows. */
export const GoneRecord = z.object({
  index: z.number().int(),
  gone: z.enum(['erased', 'removed', 'deleted', 'withdrawn', 'archived', 'replaced', 'private']),
});
export type GoneRecord = z.infer<typeof GoneRecord>;

export const ledgerTexts = {
  gone: 'This record is no longer public.',
  waiting: 'The ledger will have this in a moment. Try again soon.',
} as const;

/** Records per bundle, as entries. */
export const RECORDS_PER_BUNDLE = 256;

const index = digits({ min: 0, max: Number.MAX_SAFE_INTEGER, error: 'Not found' });

export const getLedgerRecord = defineEndpoint({
  method: 'GET',
  path: '/log/record/:index',
  summary:
    'Salt and record of a leaf, which open its commitment; 410 with the reason once they are no longer public',
  access: 'public',
  params: z.object({ index }),
  answers: { 200: LedgerRecord },
  errors: ['record_gone'],
});

export const getLedgerRecords = defineEndpoint({
  method: 'GET',
  path: '/log/records/:bundle',
  summary: `The records of bundle N: leaves ${RECORDS_PER_BUNDLE} × N to ${RECORDS_PER_BUNDLE} × N + ${RECORDS_PER_BUNDLE - 1}`,
  access: 'public',
  params: z.object({ bundle: index }),
  answers: { 200: z.array(z.union([LedgerRecord, GoneRecord])) },
});

export const getPredecessor = defineEndpoint({
  method: 'GET',
  path: '/log/predecessor',
  summary:
    'After a restore: a note signed by this log, with the last checkpoint of the log before it; 404 for the first log',
  access: 'public',
  answers: { 200: z.string() },
  errors: ['not_found'],
});

/** A leaf with salt, record and proof; `packages/ledger/src/leaf-receipt.ts` checks it without the site. */
export const LeafReceipt = z.object({
  format: z.literal('naughty-list/leaf-receipt@1'),
  key: z.string(),
  checkpoint: z.string(),
  index: z.number().int(),
  entry: z.string(),
  salt: Base64,
  record: z.string(),
  proof: z.array(Base64),
});
export type LeafReceipt = z.infer<typeof LeafReceipt>;

export const getLeafReceipt = defineEndpoint({
  method: 'GET',
  path: '/log/receipt/:kind/:number',
  summary:
    'The receipt of the last leaf about a report, statement, praise, reply or decision, which opens offline; 503 for a moment, until it is in the tree',
  access: 'public',
  params: z.object({ kind: z.enum(['report', 'statement', 'praise', 'reply', 'decision']), number: index }),
  answers: { 200: LeafReceipt },
  errors: ['record_gone', 'service_unavailable'],
});

/** Compares the log with everything that the site shows; repeated by a job scheduler. */
export const auditLedgerJob = defineJob({
  queue: 'ledger',
  name: 'audit-ledger',
  payload: z.object({}),
  id: () => 'audit-ledger',
  attempts: 3,
  backoffMs: 60_000,
  maxBackoffMs: 600_000,
});
