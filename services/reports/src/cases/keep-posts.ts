import { isDeepStrictEqual } from 'node:util';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { recordChanges } from '../record/ledger/append.ts';
import { lockNames } from '../register/aliases/repository.ts';
import { noteHeld } from '../register/contributions/contributions.ts';
import {
  isRecorded,
  type Kind,
  kinds,
  type Post,
  type Read,
  readable,
  readPost,
  rowOf,
  savePost,
} from '../register/posts/keep.ts';
import type { FetchOembed } from '../register/posts/oembed.ts';
import type { ReportRow } from '../register/reports/report.ts';
import { newLead, replaceLead } from './own-reports/withdraw.ts';
import { setState } from './statement-state.ts';

const EVERY_MS = 5_000;
const BATCH = 20;

/**
 * Reads the posts of reports and statements published within the last day, each once. A post of the account is kept and
 * confirms its entry; one that X doesn't return, or returns for another account, holds it for a moderator. A fault
 * changes nothing: the post is read again after ten minutes, and after those never read, so that posts for which X has only
 * faults delay no others. Returns how many posts were kept.
 *
 * @throws ApiError service_unavailable for a fault, which ends the turn of its kind
 */
export async function keepPosts(db: Knex, fetchOembed: FetchOembed, mayGoOn: () => boolean): Promise<number> {
  let kept = 0;
  const faults: unknown[] = [];
  for (const kind of ['report', 'statement'] as const)
    await takeTurn(kind).catch((error) => faults.push(error));
  if (faults.length > 0) throw faults[0];
  return kept;

  async function takeTurn(kind: Kind): Promise<void> {
    for (let done = 0; done < BATCH && mayGoOn(); done += 1) {
      const post = await takeWaiting(db, kind);
      if (!post) break;
      const read = await readPost(post, fetchOembed);
      if (!read) await rowOf(db, post).where({ fetched_at: null }).delete();
      else if (await confirmOrHold(db, post, read)) kept += 1;
    }
  }
}

/** Takes the next waiting post, and marks it so that no other worker requests it. */
async function takeWaiting(db: Knex, kind: Kind): Promise<Post | undefined> {
  const { rows } = await db.raw<{ rows: Omit<Post, 'kind'>[] }>(
    `with next as materialized (
       select post.* from kept_posts waiting join (${kinds[kind].posts}) post using (report_id, statement_id)
       where fetched_at is null and gone_at is null and waiting.published_at > now() - interval '1 day'
         and (asked_at is null or asked_at < now() - interval '10 minutes') and is_public
       order by asked_at nulls first, waiting.published_at limit 1 for update of waiting skip locked
     )
     update kept_posts kept set asked_at = now() from next
     where (kept.report_id, kept.statement_id) = (next.report_id, next.statement_id) returning next.*`,
  );
  return rows[0] && { ...rows[0], kind };
}

/** Whether X confirmed that the account wrote the post. */
async function confirmOrHold(db: Knex, post: Post, read: Read): Promise<boolean> {
  const { id, kind, twitter_url } = post;
  return db.transaction(async (trx) => {
    await lockNames(trx, post.report_id);
    // The entry may have another post or name by now: X was asked about one put into the database meanwhile, a statement has become the
    // report, or a moderator changed the link.
    if (!(await isRecorded(trx, post)) || !isDeepStrictEqual(await readable(trx, post), post)) return false;
    if ((await savePost(trx, post, read)) === 'shown') return true;
    const { entries, hold, unread } = kinds[kind];
    // A moderator may have published what X does not show, as of a suspended account; not what X shows as another's.
    const isHeld = read.author === undefined ? unread : 'true';
    if (kind === 'report' && (await holdAlone(trx, post, isHeld))) return false;
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `update ${entries} set hold_reason = 'post', ${hold}
         and id = ? and twitter_url = ? and post_confirmed_at is null and ${isHeld}`,
      [id, twitter_url],
    );
    if (rowCount > 0) await noteHeld(trx, kind, { ids: [id], held: true });
    if (kind === 'report') await recordChanges(trx, { cases: [id] }, ['report']);
    else await recordChanges(trx, { statements: [id] }, ['statement', 'names']);
    return false;
  });
}

/**
 * Holds only the report of a case that has public statements: one of these becomes the report, and stays public. Otherwise a
 * scammer could report himself with a post that does not exist, and take later statements off the list with it.
 */
async function holdAlone(
  trx: Knex.Transaction,
  { id, twitter_url }: Post,
  condition: string,
): Promise<boolean> {
  const unconfirmed = { id, twitter_url, status: 'unreviewed', is_removed: false, post_confirmed_at: null };
  const report: ReportRow | undefined = await trx('scammer_reports')
    .where(unconfirmed)
    .whereRaw(condition)
    .first();
  const lead = report && (await replaceLead(trx, report, { toPublic: true }));
  if (lead === undefined) return false;
  await setState(trx, {
    id: lead.id,
    from: 'published',
    to: 'held',
    reason: null,
    isReviewed: false,
    isLed: lead.isRecorded,
  });
  await trx('statements').where({ id: lead.id }).update({ hold_reason: 'post' });
  await trx('scammer_reports').where({ id }).increment('version', 1);
  if (lead.isRecorded) await recordChanges(trx, { cases: [id] }, newLead);
  return true;
}

export const postKeeper = every(
  EVERY_MS,
  async ({ db, fetchOembed, log }: BaseContext & { fetchOembed: FetchOembed | undefined }, mayGoOn) => {
    const kept = fetchOembed ? await keepPosts(db, fetchOembed, mayGoOn) : 0;
    if (kept > 0) log.info({ kept }, 'posts kept');
  },
);
