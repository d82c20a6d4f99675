import { STATEMENTS_PER_DAY, type StatementInput } from '@naughty-list/contracts/cases';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { isClearedPost, isPaidPost } from '../reports/repository.ts';
import { isOnProbation, type Reporter } from './contributions.ts';
import { findCase } from './find-case.ts';
import type { StatementRow } from './read-case.ts';
import { isSameLink, postNumberIn } from './reviewed-post.ts';

export type NewStatement = z.output<typeof StatementInput> & { reporter: Reporter; holdReason?: string };

export type Stated =
  | { outcome: 'published' | 'held'; statement: StatementRow }
  | { outcome: 'not-listed' | 'post-stated' | 'post-reviewed' | 'post-removed' };

type Options = { now: Date; holdAbovePerMinute: number };

/**
 * Adds a statement to the case of a listed account. It is published at once unless it must be held: for its text, its
 * reporter, the number of statements in the case within 24 hours, or the site's rate.
 *
 * @throws ApiError removed_by_burn when the newest report of the account was removed by a burn
 */
export async function submitStatement(db: Knex, input: NewStatement, options: Options): Promise<Stated> {
  const { twitterUrl, description, username, reporter, holdReason = null } = input;
  if (await isClearedPost(db, input)) return { outcome: 'post-reviewed' };
  if (await isPaidPost(db, input)) return { outcome: 'post-removed' };
  const known = await findCase(db, username, options.now).catch((error) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (!known) return { outcome: 'not-listed' };
  const { id } = known;
  return db.transaction(async (trx) => {
    // Serialise the statements of a case, so that their number is exact and the case is not closed in between.
    const post = { id, twitterUrl, username, number: postNumberIn(twitterUrl) };
    const {
      rows: [listed],
    } = await trx.raw<{ rows: { same: boolean }[] }>(LOCK, post);
    if (!listed) return { outcome: 'not-listed' };
    if (listed.same) return { outcome: 'post-stated' };
    const {
      rows: [statement],
    } = await trx.raw<{ rows: StatementRow[] }>(INSERT, {
      ...post,
      description,
      holdReason,
      reporterKeys: reporter.keys,
      networkKey: reporter.networkKey,
      holdAbovePerMinute: options.holdAbovePerMinute,
    });
    if (!statement) return { outcome: 'post-stated' };
    return { outcome: statement.held_at ? 'held' : 'published', statement };
  });
}

const given = { url: ':twitterUrl', username: ':username::text', number: ':number::text' };

const LOCK = `
  select coalesce(${isSameLink('twitter_url', given)}, false) as same from scammer_reports
   where id = :id and not is_removed for no key update`;

const INSERT = `
  with judged as materialized (
     select case
       when :holdReason::text is not null then :holdReason
       when ${isOnProbation(':reporterKeys::text')} then 'reporter'
       when (
         select count(*) from statements
         where report_id = :id and published_at > now() - interval '1 day'
       ) >= ${STATEMENTS_PER_DAY} then 'rate'
     end as reason
     where not exists (
       select from statements where report_id = :id and ${isSameLink('twitter_url', given)}
     )
   ), free as materialized (
     select slot from report_slots
     where slot <= :holdAbovePerMinute::int and (taken_at < clock_timestamp() - interval '1 minute'
       or taken_at > clock_timestamp() + interval '1 minute')
     order by slot limit (select count(*) from judged where reason is null) for update skip locked
   ), taken as (
     update report_slots set taken_at = clock_timestamp() where slot in (select slot from free) returning slot
   ), stated as (
     select coalesce(reason, case
       when :holdAbovePerMinute::int > 0 and not exists (select from taken) then 'rate'
     end) as hold_reason from judged
   ), inserted as (
     insert into statements (report_id, twitter_url, description, held_at, hold_reason, published_at)
     select :id, :twitterUrl, :description, case when hold_reason is not null then now() end, hold_reason,
       case when hold_reason is null then now() end
     from stated returning *
   ), contributed as (
     insert into contributions (kind, subject_id, reporter_key, network_key, held)
     select 'statement', id, split_part(:reporterKeys, ',', 1), :networkKey, held_at is not null from inserted
   )
   select * from inserted`;
