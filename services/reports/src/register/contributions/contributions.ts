import { createHmac, randomBytes } from 'node:crypto';
import { REPORTER_KEY_MONTHS } from '@naughty-list/contracts/retention';
import { deleteInBatches } from '@naughty-list/service-kit/database/database';
import { cached } from '@naughty-list/service-kit/http/cached';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Knex } from 'knex';

/** The keys of a reporter and of their provider's block under all stored salts (comma-separated, this month's first), and of their network. */
export type Reporter = { keys: string; networkKey: string; allocationKeys: string };

type Client = { clientId: string; networkId: string; allocationId: string };

export type Reporters = (client: Client) => Promise<Reporter>;

const HOUR_MS = 3_600_000;

/**
 * Makes keys that identify a reporter within a month, comparable with earlier months' keys until their salts are
 * deleted.
 */
export function createReporters(db: Knex, clock: Clock): Reporters {
  // For a limited time, because salts are deleted.
  const salts = cached<Promise<Buffer[]>>({ max: 1, ttlMs: HOUR_MS });
  return async ({ clientId, networkId, allocationId }) => {
    const kept = await salts.get(periodOf(clock.now()), (period) => readSalts(db, period));
    const keysOf = (of: string) => kept.map((salt) => keyOf(salt, of)).join(',');
    return {
      keys: keysOf(`reporter ${clientId}`),
      networkKey: keyOf(kept[0] as Buffer, `network ${networkId}`),
      allocationKeys: keysOf(`allocation ${allocationId}`),
    };
  };
}

const keyOf = (salt: Buffer, of: string) =>
  createHmac('sha256', salt).update(of).digest('base64url').slice(0, 22);

/** The month (UTC) of a time. */
const periodOf = (time: Date) => time.toISOString().slice(0, 7);

/** The salts up to a month, newest first; creates that month's if missing. */
async function readSalts(db: Knex, period: string): Promise<Buffer[]> {
  const made = JSON.stringify({ [period]: randomBytes(32).toString('base64') });
  await db('state')
    .whereRaw('salts -> ? is null', [period])
    .update({ salts: db.raw('salts || ?::jsonb', [made]) });
  const { salts }: { salts: Record<string, string> } = await db('state').first('salts');
  const periods = Object.keys(salts).filter((each) => each <= period);
  return periods
    .sort()
    .map((each) => Buffer.from(salts[each] ?? '', 'base64'))
    .reverse();
}

/** Deletes salts past their retention with the contributions of their months; returns how many of these. */
export async function forgetReporters(db: Knex, now: Date, mayGoOn: () => boolean): Promise<number> {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - REPORTER_KEY_MONTHS));
  const past =
    'select coalesce(array_agg(period), array[]::text[]) from jsonb_object_keys(salts) period where period < ?';
  await db('state').update({ salts: db.raw(`salts - (${past})`, [periodOf(oldest)]) });
  return deleteInBatches(db, {
    table: 'contributions',
    key: ['kind', 'subject_id'],
    where: (contributions) => void contributions.where('at', '<', oldest),
    mayGoOn,
  });
}

/** The network that a report came from; null once it is forgotten. */
export async function findSource(db: Knex, reportId: number): Promise<string | null> {
  const row = await db('contributions').where({ kind: 'report', subject_id: reportId }).first('source');
  return row?.source ?? null;
}

export const forgetSourcesBefore = async (db: Knex, before: Date): Promise<number> =>
  db('contributions').whereNotNull('source').where('at', '<', before).update({ source: null });

/** Probation begins with this many overturned of the newest contributions. */
const PROBATION_FROM = 3;
const NEWEST = 5;

/**
 * SQL: whether the reporter with these keys is on probation, because too many of the newest contributions were
 * overturned. Held contributions do not count until published, as they would displace judged ones. Each key is looked
 * up on its own, so that its index yields the newest at once.
 */
export const isOnProbation = (keys: string) => `(
  select count(overturned_at) >= ${PROBATION_FROM} from (
    select own.overturned_at from unnest(string_to_array(${keys}, ',')) as each_key, lateral (
      select overturned_at, at from contributions
      where reporter_key = each_key and not held order by at desc limit ${NEWEST}
    ) own order by own.at desc limit ${NEWEST}
  ) newest)`;

/** Marks contributions as held, or as published. */
export async function noteHeld(
  trx: Knex,
  kind: 'report' | 'statement',
  { ids, held }: { ids: readonly number[]; held: boolean },
): Promise<void> {
  await trx('contributions').where({ kind }).whereIn('subject_id', ids).update({ held });
}

/** Marks the report of a case and its published statements as overturned, or not. */
export async function markOverturned(
  trx: Knex,
  { reportId, isOverturned }: { reportId: number; isOverturned: boolean },
): Promise<void> {
  await trx.raw(
    `update contributions set overturned_at = case when :isOverturned then coalesce(overturned_at, now()) end
     where kind = 'report' and subject_id = :reportId
       or kind = 'statement' and subject_id in (
         select id from statements where report_id = :reportId and published_at is not null
       )`,
    { reportId, isOverturned },
  );
}
