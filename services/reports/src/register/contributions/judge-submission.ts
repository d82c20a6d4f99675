import type { Knex } from 'knex';
import { isOnProbation, type Reporter } from './contributions.ts';

/** A day's limit, in minutes at the full rate: of a network, and of one reporter in it. */
const NETWORK_DAY_MINUTES = 10;
const REPORTER_DAY_MINUTES = 5;
const DAY_SECONDS = 86_400;

/** `holdReason`: why it waits for a moderator (`rate`, `reporter`, or the reason given), or null if it is published. */
export type Judged = { holdReason: string | null } | { retryAfterSeconds: number };

/**
 * Decides whether a report or praise is published, held, or refused because too many of its network are held already.
 * Limits are per network, and exact: serialised by network until the transaction ends. `perMinute` 0: no limit.
 */
export async function judgeSubmission(
  trx: Knex,
  entry: { reporter: Reporter; holdReason?: string | undefined; perMinute: number },
): Promise<Judged> {
  const { reporter, perMinute } = entry;
  await trx.raw("select pg_advisory_xact_lock(hashtext('share'), hashtext(?))", [reporter.networkKey]);
  const used = await readUsed(trx, reporter);
  const perDay = perMinute * NETWORK_DAY_MINUTES;
  const isAbove =
    perMinute > 0 &&
    (used.minute >= perMinute || used.day >= perDay || used.own >= perMinute * REPORTER_DAY_MINUTES);
  const holdReason = entry.holdReason ?? (used.isOnProbation ? 'reporter' : isAbove ? 'rate' : null);
  if (holdReason && perMinute > 0 && used.held >= perDay)
    return { retryAfterSeconds: Math.min(DAY_SECONDS, Math.max(1, used.retryAfterSeconds)) };
  return { holdReason };
}

type Used = {
  minute: number;
  day: number;
  own: number;
  held: number;
  retryAfterSeconds: number;
  isOnProbation: boolean;
};

async function readUsed(trx: Knex, { keys, networkKey }: Reporter): Promise<Used> {
  const { rows } = await trx.raw<{ rows: Used[] }>(
    `select
       count(*) filter (where not held and at > clock_timestamp() - interval '1 minute')::int as minute,
       count(*) filter (where not held)::int as day,
       count(*) filter (where not held and reporter_key = any(string_to_array(:keys, ',')))::int as own,
       count(*) filter (where held)::int as held,
       coalesce(ceil(extract(epoch from min(at) filter (where held) + interval '1 day' - clock_timestamp())), 0)::int
         as "retryAfterSeconds",
       ${isOnProbation(':keys::text')} as "isOnProbation"
     from contributions
     where network_key = :networkKey and kind in ('report', 'praise') and at > clock_timestamp() - interval '1 day'`,
    { keys, networkKey },
  );
  return rows[0] as Used;
}

/** Records who contributed an entry. */
export async function noteContribution(
  trx: Knex,
  {
    kind,
    id,
    reporter,
    isHeld,
    source,
  }: { kind: 'report' | 'praise'; id: number; reporter: Reporter; isHeld: boolean; source?: string },
): Promise<void> {
  await trx('contributions').insert({
    kind,
    subject_id: id,
    reporter_key: reporter.keys.split(',', 1)[0],
    network_key: reporter.networkKey,
    allocation_key: reporter.allocationKeys.split(',', 1)[0],
    at: trx.raw('clock_timestamp()'),
    held: isHeld,
    source,
  });
}
