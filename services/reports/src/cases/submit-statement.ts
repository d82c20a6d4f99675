import { ApiError } from '@naughty-list/contracts/errors';
import { lossRefusals } from '@naughty-list/contracts/losses';
import { ownReportTexts } from '@naughty-list/contracts/own-report';
import type { StatementInput } from '@naughty-list/contracts/report-input';
import { reportListTexts } from '@naughty-list/contracts/reports';
import type { Trace } from '@naughty-list/contracts/traces';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { countIndependent } from '../record/independence.ts';
import { recordChanges } from '../record/ledger/append.ts';
import { recordRows } from '../record/row-leaves.ts';
import { renamedTo } from '../register/aliases/repository.ts';
import { isOnProbation, noteHeld, type Reporter } from '../register/contributions/contributions.ts';
import { postNumberIn, type Refusal } from '../register/posts/reviewed-post.ts';
import { findRefusal } from '../register/reports/refusals.ts';
import { addTraces } from '../register/traces.ts';
import { findCase } from './find-case.ts';
import type { StatementRow } from './read-case.ts';

export type NewStatement = z.output<typeof StatementInput> & {
  traces: readonly Trace[];
  reporter: Reporter;
  holdReason?: string;
  /** The transaction that is to prove it: without another reason, it is held until the chain is read. */
  loss?: { transaction: string; wallet: string };
};

export type Stated =
  | { outcome: 'published' | 'held'; statement: StatementRow }
  | { outcome: 'not-listed' | 'post-stated' | Refusal };

const HOUR_S = 3_600;

type Options = { now: Date; holdsByRate: boolean };

/**
 * Statements published at once within a day: of one reporter, of one network, and in one case of those that are not
 * independent; further ones are held, of one network so many.
 */
export const STATEMENTS_PER_DAY = { reporter: 5, network: 10, dependent: 20, held: 100 };

/**
 * Adds a statement to the case of a listed account. It is published at once unless it must be held: for its text, its
 * reporter, {@link STATEMENTS_PER_DAY}, because the account was compromised or left the name, or because the
 * report, an unread or a rejected statement has its post. A case has no slots, and a statement that is held or withdrawn
 * does not reserve its post, nor does a loss that was refused for the moment.
 *
 * @throws ApiError removed_by_burn when the newest report of the account was removed by a burn, too_many_requests
 */
export async function submitStatement(db: Knex, input: NewStatement, options: Options): Promise<Stated> {
  const { twitterUrl, description, username, reporter, holdReason = null, loss } = input;
  const refusal = await findRefusal(db, input);
  if (refusal) return { outcome: refusal };
  const known = await findCase(db, username, options.now).catch((error) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (!known) return { outcome: 'not-listed' };
  const { id } = known;
  return db.transaction(async (trx) => {
    // Serialise the statements of a network, so that their number is exact, and those of a case, so that it stays open.
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('statements ' || ?, 0))", [
      reporter.networkKey,
    ]);
    const post = { id, twitterUrl, number: postNumberIn(twitterUrl) };
    const listed = await trx('scammer_reports').where({ id, is_removed: false }).forNoKeyUpdate().first('id');
    if (!listed) return { outcome: 'not-listed' };
    const {
      rows: [statement],
    } = await trx.raw<{ rows: StatementRow[] }>(INSERT, {
      ...post,
      username,
      description,
      holdReason,
      reporterKeys: reporter.keys,
      networkKey: reporter.networkKey,
      allocationKeys: reporter.allocationKeys,
      holdsByRate: options.holdsByRate,
      retriable: [
        ownReportTexts.statementWithdrawn,
        lossRefusals.not_found,
        lossRefusals.unread,
        lossRefusals.used,
        lossRefusals.closed,
      ],
      transaction: loss?.transaction ?? null,
      wallet: loss?.wallet ?? null,
    });
    if (!statement) return { outcome: 'post-stated' };
    const stored = (options.holdsByRate && (await holdAboveShare(trx, statement))) || statement;
    if (options.holdsByRate && stored.held_at && !loss) await requireShareOfHeld(trx, reporter.networkKey);
    await addTraces(trx, { reportId: id, statementId: statement.id }, input.traces);
    await recordChanges(trx, { statements: [statement.id] }, ['statement', 'names']);
    return { outcome: stored.held_at ? 'held' : 'published', statement: stored };
  });
}

/** Refuses a held statement above its network's share, as of reports: a flood would hide those of others on the desk. */
async function requireShareOfHeld(trx: Knex, networkKey: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { held: number }[] }>(
    `select count(*)::int as held from contributions
     where network_key = ? and kind = 'statement' and held and at > now() - interval '1 day'`,
    [networkKey],
  );
  if ((rows[0]?.held ?? 0) > STATEMENTS_PER_DAY.held)
    throw new ApiError('too_many_requests', reportListTexts.tooManyHeld, { retryAfter: HOUR_S });
}

/** Holds a dependent statement if its case has its share of those; undefined if it stays public. */
export async function holdAboveShare(
  trx: Knex,
  { id, report_id }: StatementRow,
): Promise<StatementRow | undefined> {
  await countIndependent(trx, report_id);
  const { rows } = await trx.raw<{ rows: StatementRow[] }>(
    `update statements set held_at = now(), hold_reason = 'rate', published_at = null, dependent = null
     where id = :id and dependent and (
       select count(*) > ${STATEMENTS_PER_DAY.dependent} from statements
       where report_id = :report_id and dependent and coalesce(hold_reason, 'loss') = 'loss'
         and made_at > now() - interval '1 day'
     ) returning *`,
    { id, report_id },
  );
  await recordRows(trx, 'statements', [id]);
  if (rows[0]) await noteHeld(trx, 'statement', { ids: [id], held: true });
  return rows[0];
}

/** SQL: the same words from the same address, which several people may share. */
const isRepeat = `(reporter_key = any(string_to_array(:reporterKeys::text, ',')) and description = :description) is true`;

/** SQL: the same post, under any name of the account, or the same transaction. */
const isSamePost = '(post_number(twitter_url) = :number or post_key(twitter_url) = post_key(:twitterUrl))';

/** SQL: the key under which the case has them already, also of an earlier month, else this month's: they are not independent of themselves. */
const knownInCase = (column: 'reporter_key' | 'allocation_key', keys: string) => `coalesce((
    select ${column} from (select 'report' as kind, :id::int as subject_id union all select 'statement', id from statements where report_id = :id) entry
      join contributions using (kind, subject_id) where ${column} = any(string_to_array(${keys}::text, ',')) limit 1
  ), split_part(${keys}, ',', 1))`;

const INSERT = `
  with earlier as materialized (
     select false as is_read, ${isRepeat} as is_repeat
     from scammer_reports report left join contributions on kind = 'report' and subject_id = report.id
     where report.id = :id and ${isSamePost}
     union all
     select published_at is not null and reviewed_at is not null, ${isRepeat}
     from statements left join contributions on kind = 'statement' and subject_id = id
     where report_id = :id and held_at is null and (reject_reason = any(:retriable)) is not true and ${isSamePost}
       -- A transaction is its wallet's alone: what others claimed of it was refused.
       and (loss_wallet is null or loss_wallet = :wallet::text)
   ), judged as materialized (
     select case
       when :holdReason::text is not null then :holdReason
       when (select status from scammer_reports where id = :id) = 'compromised' then 'compromised'
       when not exists (
         select from scammer_reports
         where id = :id and (lower(username) = lower(:username) and handle_changed_at is null
           or id in ${renamedTo(':username', { isCurrent: true })})
       ) then 'handle'
       when ${isOnProbation(':reporterKeys::text')} then 'reporter'
       when :holdsByRate::boolean and (
         select count(*) >= ${STATEMENTS_PER_DAY.network}
           or count(*) filter (where reporter_key = any(string_to_array(:reporterKeys::text, ','))) >= ${STATEMENTS_PER_DAY.reporter}
         from contributions
         where network_key = :networkKey and kind = 'statement' and at > now() - interval '1 day'
       ) then 'rate'
       when exists (select from earlier) then 'same_post'
       when :transaction::text is not null then 'loss'
     end as hold_reason
     -- Other words that are the report, unread or rejected do not take a post from a victim: a moderator chooses.
     where not exists (select from earlier where is_read or is_repeat or :transaction::text is not null)
   ), inserted as (
     -- As numbers follow the lock of the case, so do times.
     insert into statements (report_id, twitter_url, description, made_at, held_at, hold_reason, published_at, loss_transaction, loss_wallet)
     select :id, :twitterUrl, :description, clock_timestamp(), case when hold_reason is not null then now() end, hold_reason,
       case when hold_reason is null then now() end, :transaction::text, :wallet::text
     from judged returning *
   ), contributed as (
     insert into contributions (kind, subject_id, reporter_key, network_key, allocation_key, held)
     select 'statement', id, ${knownInCase('reporter_key', ':reporterKeys')}, :networkKey,
       ${knownInCase('allocation_key', ':allocationKeys')}, held_at is not null from inserted
   )
   select * from inserted`;
