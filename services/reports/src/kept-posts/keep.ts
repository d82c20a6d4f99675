import { ApiError } from '@naughty-list/contracts/errors';
import type { CheckedPost } from '@naughty-list/contracts/kept-posts';
import { reviewTexts } from '@naughty-list/contracts/review';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { findPost, postIdIn } from '../appeals/judge-post.ts';
import type { AskOembed, OembedAnswer } from '../appeals/oembed.ts';
import type { Context } from '../context.ts';

const EVERY_MS = 5_000;
const BATCH = 20;

/** What a report is about. */
type Post = { id: number; username: string; twitter_url: string };

/**
 * Reads the posts of reports that were published within the last day, each once; a fault is tried again after ten minutes. Returns how
 * many are kept.
 */
export async function keepPosts(db: Knex, ask: AskOembed, mayGoOn: () => boolean): Promise<number> {
  let kept = 0;
  for (let done = 0; done < BATCH && mayGoOn(); done += 1) {
    const post = await takeWaiting(db);
    if (!post) break;
    if ((await readPost(db, post, ask)) === 'shown') kept += 1;
  }
  return kept;
}

/** Marks the oldest one that waits as asked for, so that no other worker asks too. */
async function takeWaiting(db: Knex): Promise<Post | undefined> {
  const { rows } = await db.raw<{ rows: Post[] }>(
    `update kept_posts set asked_at = now() from scammer_reports report
     where report.id = report_id and report_id = (
       select report_id from kept_posts waiting join scammer_reports listed on listed.id = report_id
       where fetched_at is null and gone_at is null and published_at > now() - interval '1 day'
         and (asked_at is null or asked_at < now() - interval '10 minutes') and not listed.is_removed
       order by published_at limit 1 for update of waiting skip locked
     ) returning report.id, report.username, report.twitter_url`,
  );
  return rows[0];
}

/** Keeps what X returns, unless what this post said is kept already, or notes that it is gone. */
async function readPost(db: Knex, post: Post, ask: AskOembed): Promise<CheckedPost['state']> {
  const postId = numberOf(post);
  if (postId === undefined) {
    await db('kept_posts').where({ report_id: post.id, fetched_at: null }).delete();
    return 'unknown';
  }
  const answer = await ask({ username: post.username, postId });
  const text = textOf(answer, { ...post, postId });
  const row = db('kept_posts').where({ report_id: post.id });
  if (text === undefined) {
    await row.update({ gone_at: db.raw('coalesce(gone_at, now())') });
    return 'gone';
  }
  await row.clone().update({ gone_at: null });
  await row
    .whereRaw('twitter_url is distinct from ?', [post.twitter_url])
    .update({ twitter_url: post.twitter_url, answer: JSON.stringify(answer), text, fetched_at: db.fn.now() });
  return 'shown';
}

function numberOf({ twitter_url, username }: Post): string | undefined {
  try {
    return postIdIn(twitter_url, username);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** What the account itself posted, as text that can be stored. */
function textOf(answer: OembedAnswer, of: { username: string; postId: string }): string | undefined {
  const post = findPost(answer, of);
  return typeof post === 'string' ? undefined : post.shown.replaceAll('\u0000', '').toWellFormed();
}

/**
 * Reads the post of a report again, for a moderator.
 *
 * @throws ApiError not_found, service_unavailable
 */
export async function checkPost(db: Knex, id: number, ask: AskOembed | undefined): Promise<CheckedPost> {
  const present = { id, erased_at: null, removal_tx_hash: null };
  // After a removal that is under way, or before it, to be deleted by it.
  await db('kept_posts')
    .insert(db('scammer_reports').where(present).forShare().select('id'))
    .into(db.raw('kept_posts (report_id)'))
    .onConflict()
    .ignore();
  const post: Post | undefined = await db('scammer_reports')
    .where(present)
    .first('id', 'username', 'twitter_url');
  if (!post) throw new ApiError('not_found', reviewTexts.unknownCase);
  const state = ask ? await readPost(db, post, ask) : 'unknown';
  const kept = await db('kept_posts')
    .where({ report_id: id, twitter_url: post.twitter_url })
    .first('text', 'fetched_at as at');
  return { state, kept: kept ? { text: kept.text, at: kept.at.toISOString() } : null };
}

/** Reports whose post was never read, as posts are not read here or X did not answer for a day. */
export async function forgetUnread(db: Knex, before: Date): Promise<number> {
  return db('kept_posts')
    .where({ fetched_at: null, gone_at: null })
    .where('published_at', '<', before)
    .delete();
}

export const postKeeper = every(EVERY_MS, async ({ db, askOembed, log }: Context, mayGoOn) => {
  const kept = askOembed ? await keepPosts(db, askOembed, mayGoOn) : 0;
  if (kept > 0) log.info({ kept }, 'posts kept');
});
