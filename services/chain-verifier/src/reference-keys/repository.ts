import { type Database, deleteInBatches } from '@naughty-list/service-kit/database/database';
import type { ListedSignature } from '../chain/rpc.ts';
import type { FoundTransaction } from '../watch/repository.ts';

/** A demand whose payment is looked for by its reference key; that of a payment intent also has a wallet and an end. */
export type Requested = {
  subject: string;
  reference: string;
  referenceKey: string;
  intent?: { burnWallet: string; until: Date };
};

// Limits how often a burst of requests can trigger polls.
const AT_MOST_EVERY_SECONDS = 2;
const polledSoon = (table: string) =>
  `least(${table}.next_poll_at, now() + interval '${AT_MOST_EVERY_SECONDS} seconds')`;

/** Records a demand, so that its key is polled; repeated, polling starts over. */
export async function recordRequested(
  db: Database,
  { subject, reference, referenceKey, intent }: Requested,
): Promise<void> {
  await db.raw(
    `insert into requested_demands as known (reference_key, reference, subject, burn_wallet, until)
     values (:referenceKey, :reference, :subject, :burnWallet, :until)
     on conflict (reference_key) do update
     set requested_at = now(), polls = 0, subject = excluded.subject,
         burn_wallet = coalesce(excluded.burn_wallet, known.burn_wallet),
         until = greatest(excluded.until, known.until),
         next_poll_at = ${polledSoon('known')}`,
    {
      referenceKey,
      reference,
      subject,
      burnWallet: intent?.burnWallet ?? null,
      until: intent?.until ?? null,
    },
  );
}

/** Polls a key as after a new request, so that what names it is read. */
export async function pollAgain(db: Database, referenceKey: string): Promise<void> {
  await db('requested_demands')
    .where({ reference_key: referenceKey })
    .update({ requested_at: db.fn.now(), polls: 0, next_poll_at: db.raw(polledSoon('requested_demands')) });
}

/** Keys per round, total keys polled (the newest demands), and for how long after the request. */
const PER_ROUND = 8;
const IN_ALL = 200;
const FOR_MINUTES = 30;
/** Polling slows with age: the interval is a twentieth of the demand's age, within these bounds in seconds. */
const AGE_SHARE = 20;
const SOONEST_SECONDS = 2;
const LATEST_SECONDS = 60;

/**
 * Takes the keys that are due, newest demands first, skipping demands that are paid. A due time beyond the longest
 * possible delay was set before the database's clock was set back, so it counts as due.
 */
export async function takeDueKeys(db: Database): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { reference_key: string }[] }>(
    `with newest as (
       select reference_key, subject from requested_demands
       where requested_at > now() - interval '${FOR_MINUTES} minutes'
       order by requested_at desc limit ${IN_ALL}),
     due as (
       select reference_key from requested_demands
       where reference_key in (select reference_key from newest where not exists (
           select from verifications paid where paid.subject = newest.subject
           and paid.outcome = 'accepted' and paid.purpose <> 'look' and paid.demand->'fixed' is null))
         and (next_poll_at <= now() or next_poll_at > now() + interval '${2 * LATEST_SECONDS} seconds')
       order by requested_at desc limit ${PER_ROUND} for update skip locked)
     update requested_demands taken
     set polls = taken.polls + 1, requested_at = least(taken.requested_at, now()), next_poll_at = now() + interval '1 second' * least(
       ${LATEST_SECONDS}, greatest(${SOONEST_SECONDS},
       extract(epoch from now() - taken.requested_at) / ${AGE_SHARE}))
     from due where taken.reference_key = due.reference_key
     returning taken.reference_key`,
  );
  return rows.map((row) => row.reference_key);
}

/** The demands of the given keys, if any. */
export async function requestedBy(
  db: Database,
  keys: readonly string[],
): Promise<(Omit<Requested, 'intent'> & { burnWallet: string | null })[]> {
  if (keys.length === 0) return [];
  const rows = await db('requested_demands').whereIn('reference_key', keys);
  return rows.map((row) => ({
    subject: row.subject,
    reference: row.reference,
    referenceKey: row.reference_key,
    burnWallet: row.burn_wallet,
  }));
}

export async function forgetRequested(
  db: Database,
  { before, mayGoOn }: { before: Date; mayGoOn: () => boolean },
): Promise<number> {
  return deleteInBatches(db, {
    table: 'requested_demands',
    key: ['reference_key'],
    where: (rows) =>
      void rows.where('requested_at', '<', before).whereRaw('(until is null or until < ?)', [before]),
    mayGoOn,
  });
}

/**
 * Stores the transactions that a key lists. A transaction found earlier and still unread now counts as found by this
 * key.
 */
export async function keepFoundByKey(
  db: Database,
  kept: { cluster: string; referenceKey: string; listed: readonly ListedSignature[]; at: Date },
): Promise<void> {
  const { cluster, referenceKey, listed, at } = kept;
  const rows = listed
    .filter(({ success }) => success)
    .map(({ signature, slot }) => ({
      cluster,
      signature,
      slot,
      found_at: at,
      due_at: at,
      reference_key: referenceKey,
    }));
  if (rows.length === 0) return;
  await db('found_transactions')
    .insert(rows)
    .onConflict(['cluster', 'signature'])
    .merge(['reference_key'])
    .whereRaw('found_transactions.handled_at is null and found_transactions.reference_key is null');
}

// Per key, so that spam on one key delays no other key's payment; and in total.
const READ_PER_KEY = 8;
const READ_PER_ROUND = 16;

/**
 * Takes due transactions that were found by a key, the newest of every key first. One with a due time after `latest`
 * was postponed before the clock was set back, so it counts as due.
 */
export async function takeDueByKey(
  db: Database,
  { cluster, at, until, latest }: { cluster: string; at: Date; until: Date; latest: Date },
): Promise<FoundTransaction[]> {
  type Row = { signature: string; slot: string; attempts: number; is_undecided: boolean };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `update found_transactions taken set due_at = :until
     from (
       select signature from (
         select signature, slot, row_number() over (partition by reference_key order by slot desc) as place
         from found_transactions
         where cluster = :cluster and reference_key is not null and num_nulls(handled_at) = 1
           and (due_at <= :at or due_at > :latest) and not is_undecided) ranked
       where place <= ${READ_PER_KEY} order by place, slot desc limit ${READ_PER_ROUND}) due
     where taken.cluster = :cluster and taken.signature = due.signature
       and taken.handled_at is null and (taken.due_at <= :at or taken.due_at > :latest)
     returning taken.signature, taken.slot, taken.attempts, taken.is_undecided`,
    { cluster, at, until, latest },
  );
  return rows.map(({ signature, slot, attempts, is_undecided: isUndecided }) => ({
    signature,
    slot: Number(slot),
    attempts,
    isUndecided,
  }));
}
