import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  IDEMPOTENCY_KEY_HEADER,
  idempotencyTexts,
  isIdempotencyKey,
} from '@naughty-list/contracts/idempotency';
import { deleteInBatches } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';

const TABLE = 'idempotency_keys';

type Headers = { headers: IncomingHttpHeaders };
/** What identifies a submission beside its key. */
type Identity = { endpoint: string; body: unknown; secret: string };
/** The outcome of a submission, and the row that it created. */
type StoredOutcome = { outcome: string; subjectId: number | null };

export type Submission<Done> = Identity & {
  submit: (db: Knex) => Promise<Done>;
  /** Undefined for an outcome that a retry may change. */
  toStored: (done: Done) => StoredOutcome | undefined;
  /** Runs within the transaction that holds the key: a second connection per submission could exhaust the pool. */
  load: (stored: StoredOutcome, db: Knex) => Promise<Done>;
};

/**
 * The `Idempotency-Key` of a request, if any, as stored, and the fingerprint of an outcome, which reveals a different request under
 * the same key. A retry also gets the report's code: the database must not suffice to repeat the request of another, or to lead
 * a key to the report of another.
 */
function readKey({ headers }: Headers, { endpoint, body, secret }: Identity) {
  const given = headers[IDEMPOTENCY_KEY_HEADER];
  if (given === undefined) return undefined;
  if (!isIdempotencyKey(given)) throw new ApiError('invalid_input', idempotencyTexts.malformed);
  const code = (...values: unknown[]) =>
    createHmac('sha256', secret)
      .update(`idempotency ${endpoint} ${JSON.stringify([given, ...values])}`)
      .digest('base64url');
  const fingerprintOf = ({ outcome, subjectId }: StoredOutcome) => code(body, outcome, subjectId);
  return { name: { endpoint, key: code() }, fingerprintOf };
}

/**
 * Submits in a transaction, once per key: the outcome is committed with the rows, and a retry, even a concurrent one, gets that
 * outcome.
 *
 * @throws ApiError invalid_input; idempotency_key_reused when the key was used for a different request
 */
export async function submitOnce<Done>(
  db: Knex,
  raw: Headers,
  { submit, toStored, load, ...submission }: Submission<Done>,
): Promise<{ done: Done; isRetry: boolean }> {
  const keyed = readKey(raw, submission);
  if (!keyed) return { done: await db.transaction(submit), isRetry: false };
  const { name, fingerprintOf } = keyed;
  return db.transaction(async (trx) => {
    // Waits for a concurrent submission with the same key.
    const inserted: unknown[] = await trx(TABLE)
      .insert({ ...name, fingerprint: '' })
      .onConflict(['endpoint', 'key'])
      .ignore()
      .returning('key');
    if (inserted.length === 0) {
      const { outcome, subject_id, fingerprint } = (await trx(TABLE).where(name).first()) ?? {};
      const known = { outcome, subjectId: subject_id == null ? null : Number(subject_id) };
      if (fingerprint !== fingerprintOf(known))
        throw new ApiError('idempotency_key_reused', idempotencyTexts.reused);
      return { done: await load(known, trx), isRetry: true };
    }
    const done = await submit(trx);
    const stored = toStored(done);
    if (stored) {
      const { outcome, subjectId } = stored;
      await trx(TABLE)
        .where(name)
        .update({ outcome, subject_id: subjectId, fingerprint: fingerprintOf(stored) });
    } else await trx(TABLE).where(name).delete();
    return { done, isRetry: false };
  });
}

/** Returns the number of keys deleted. */
export const forgetKeysBefore = (db: Knex, before: Date, mayGoOn: () => boolean): Promise<number> =>
  deleteInBatches(db, {
    table: TABLE,
    key: ['endpoint', 'key'],
    where: (keys) => void keys.where('created_at', '<', before),
    mayGoOn,
  });
