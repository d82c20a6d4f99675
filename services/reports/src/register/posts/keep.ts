import { ApiError } from '@naughty-list/contracts/errors';
import type { CheckedPost } from '@naughty-list/contracts/kept-posts';
import { reviewTexts } from '@naughty-list/contracts/review';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import { recordChanges } from '../../record/ledger/append.ts';
import type { Operation } from '../../record/rows.ts';
import { noteName } from '../aliases/repository.ts';
import { noteHeld } from '../contributions/contributions.ts';
import { authorOf, findPost, postIdIn } from './judge-post.ts';
import { type AskOembed, type OembedAnswer, orUnanswered } from './oembed.ts';

const EVERY_MS = 5_000;
const BATCH = 20;

/** The kinds of entry whose posts are kept: their table and, in SQL, how they are held, and which posts may be read. */
const kinds = {
  report: {
    entries: 'scammer_reports',
    hold: "is_removed = true, held_at = now(), version = version + 1 where not is_removed and status = 'unreviewed'",
    posts: `select id, id as report_id, 0 as statement_id, username, twitter_url, not is_removed as is_public from scammer_reports
      where erased_at is null and removal_tx_hash is null`,
    unknown: reviewTexts.unknownCase,
  },
  statement: {
    entries: 'statements',
    hold: 'published_at = null, held_at = now() where published_at is not null',
    posts: `select stated.id, report_id, stated.id as statement_id, username, stated.twitter_url, not is_removed and published_at is not null as is_public
      from statements stated join scammer_reports report on report.id = report_id
      where stated.erased_at is null and report.erased_at is null and removal_tx_hash is null`,
    unknown: reviewTexts.unknownStatement,
  },
} as const;
type Kind = keyof typeof kinds;

/** The post of a report or a statement; its author is the reported account. */
type Post = {
  kind: Kind;
  id: number;
  report_id: number;
  statement_id: number;
  username: string;
  twitter_url: string;
};

/**
 * Reads the posts of reports and statements published within the last day, each once. A post of the account is kept and
 * confirms its entry; one that X doesn't return, or returns for another account, holds it for a moderator. A fault
 * changes nothing: it is asked again after ten minutes. Returns how many posts were kept.
 */
export async function keepPosts(db: Knex, ask: AskOembed, mayGoOn: () => boolean): Promise<number> {
  let kept = 0;
  for (const kind of ['report', 'statement'] as const) {
    for (let done = 0; done < BATCH && mayGoOn(); done += 1) {
      const post = await takeWaiting(db, kind);
      if (!post) break;
      const read = await readPost(post, ask);
      if (read) kept += (await confirmOrHold(db, post, read)) ? 1 : 0;
      else await rowOf(db, post).where({ fetched_at: null }).delete();
    }
  }
  return kept;
}

/** Marks the oldest waiting post as requested, so that no other worker requests it too. */
async function takeWaiting(db: Knex, kind: Kind): Promise<Post | undefined> {
  const { rows } = await db.raw<{ rows: Omit<Post, 'kind'>[] }>(
    `with next as materialized (
       select post.* from kept_posts waiting join (${kinds[kind].posts}) post using (report_id, statement_id)
       where fetched_at is null and gone_at is null and waiting.published_at > now() - interval '1 day'
         and (asked_at is null or asked_at < now() - interval '10 minutes') and is_public
       order by waiting.published_at limit 1 for update of waiting skip locked
     )
     update kept_posts kept set asked_at = now() from next
     where (kept.report_id, kept.statement_id) = (next.report_id, next.statement_id) returning next.*`,
  );
  return rows[0] && { ...rows[0], kind };
}

const rowOf = (db: Knex, { report_id, statement_id }: Post) =>
  db('kept_posts').where({ report_id, statement_id });

/** X's answer, the name that the author has now, and the text of the post under the reported name. */
type Read = { answer: OembedAnswer; author: string | undefined; text: string | undefined };

/** Undefined if the link names no post. */
async function readPost({ username, twitter_url }: Post, ask: AskOembed): Promise<Read | undefined> {
  const postId = numberOf(twitter_url, username);
  if (postId === undefined) return undefined;
  const answer = await ask({ username, postId });
  return { answer, author: authorOf(answer, postId), text: textOf(answer, { username, postId }) };
}

/** Stores X's answer unless one is stored already, or records that the post is gone. */
async function savePost(db: Knex, post: Post, { answer, author, text }: Read): Promise<'shown' | 'gone'> {
  const { id } = post;
  const ofPost = post.kind === 'report' ? { posts: [id] } : { statementPosts: [id] };
  // It was kept under the reported name, and is there under this one.
  if (
    author &&
    (await rowOf(db, post).where({ twitter_url: post.twitter_url }).update({ gone_at: null })) > 0
  ) {
    if (post.kind === 'report') await noteName(db, { reportId: id, author });
    await recordChanges(db, ofPost, []);
    return 'shown';
  }
  if (text === undefined) {
    await rowOf(db, post).update({ gone_at: db.raw('coalesce(gone_at, now())') });
    await recordChanges(db, ofPost, []);
    return 'gone';
  }
  await rowOf(db, post).update({ gone_at: null });
  await db(kinds[post.kind].entries)
    .where({ id: post.id, twitter_url: post.twitter_url, post_confirmed_at: null })
    .update({ post_confirmed_at: db.fn.now() });
  await rowOf(db, post)
    .whereRaw('twitter_url is distinct from ?', [post.twitter_url])
    .update({
      twitter_url: post.twitter_url,
      answer: JSON.stringify(answer),
      text,
      fetched_at: db.fn.now(),
    });
  await recordChanges(
    db,
    post.kind === 'report' ? { cases: [id], ...ofPost } : { statements: [id], ...ofPost },
    ['confirmation'],
  );
  return 'shown';
}

/** Whether X confirmed that the account wrote the post. */
async function confirmOrHold(db: Knex, post: Post, read: Read): Promise<boolean> {
  const { id, kind, twitter_url } = post;
  return db.transaction(async (trx) => {
    // In the order in which decisions lock rows.
    await trx('scammer_reports').where({ id: post.report_id }).forUpdate().first('id');
    if ((await savePost(trx, post, read)) === 'shown') return true;
    const { entries, hold } = kinds[kind];
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `update ${entries} set hold_reason = 'post', ${hold}
         and id = ? and twitter_url = ? and post_confirmed_at is null`,
      [id, twitter_url],
    );
    if (rowCount > 0) await noteHeld(trx, kind, { ids: [id], held: true });
    await recordChanges(trx, kind === 'report' ? { cases: [id] } : { statements: [id] }, [
      'report',
      'statement',
    ]);
    return false;
  });
}

function numberOf(url: string, username: string): string | undefined {
  try {
    return postIdIn(url, username);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The account's own text, reduced to what can be stored. */
function textOf(answer: OembedAnswer, of: { username: string; postId: string }): string | undefined {
  const post = findPost(answer, of);
  return typeof post === 'string' ? undefined : post.shown.replaceAll('\u0000', '').toWellFormed();
}

/**
 * Reads the post of a report or a statement again for a moderator, and records it in the audit log.
 *
 * @throws ApiError not_found
 */
export async function checkPost(
  db: Knex,
  { kind, id, ...operation }: Operation & Pick<Post, 'kind' | 'id'>,
  ask: AskOembed | undefined,
): Promise<CheckedPost> {
  const known = await findReadable(db, { kind, id });
  const read = ask && (await orUnanswered(readPost(known, ask)));
  return db.transaction(async (trx) => {
    // Lock the entry: it may have been erased or removed meanwhile.
    const post = await findReadable(trx, { kind, id, lock: 'for share' });
    // The link may have been edited meanwhile; then the answer belongs to the previous post.
    let state: CheckedPost['state'] = read === 'unanswered' ? read : 'unknown';
    if (typeof read === 'object' && post.twitter_url === known.twitter_url) {
      const { report_id, statement_id } = post;
      await trx('kept_posts').insert({ report_id, statement_id }).onConflict().ignore();
      state = await savePost(trx, post, read);
    }
    await insertEntry(trx, {
      ...operation,
      action: 'check_post',
      subject: 'scammer_report',
      row: { id: post.report_id, username: post.username },
      details: { state, ...(kind === 'statement' && { statement: String(id) }) },
    });
    const kept = await rowOf(trx, post)
      .where({ twitter_url: post.twitter_url })
      .first('text', 'fetched_at as at');
    return { state, kept: kept ? { text: kept.text, at: kept.at.toISOString() } : null };
  });
}

async function findReadable(
  db: Knex,
  { kind, id, lock = '' }: Pick<Post, 'kind' | 'id'> & { lock?: 'for share' | '' },
): Promise<Post> {
  const { posts, unknown } = kinds[kind];
  const { rows } = await db.raw<{ rows: Omit<Post, 'kind'>[] }>(
    `select * from (${posts}) post where id = ? ${lock}`,
    [id],
  );
  if (!rows[0]) throw new ApiError('not_found', unknown);
  return { ...rows[0], kind };
}

/** Deletes requests for posts that were never read, because posts are not read here or X did not answer for a day. */
export async function forgetUnread(db: Knex, before: Date): Promise<number> {
  return db('kept_posts')
    .where({ fetched_at: null, gone_at: null })
    .where('published_at', '<', before)
    .delete();
}

export const postKeeper = every(
  EVERY_MS,
  async ({ db, askOembed, log }: BaseContext & { askOembed: AskOembed | undefined }, mayGoOn) => {
    const kept = askOembed ? await keepPosts(db, askOembed, mayGoOn) : 0;
    if (kept > 0) log.info({ kept }, 'posts kept');
  },
);
