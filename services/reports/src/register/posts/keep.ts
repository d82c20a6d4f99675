import { ApiError } from '@naughty-list/contracts/errors';
import type { CheckedPost } from '@naughty-list/contracts/kept-posts';
import { printableText } from '@naughty-list/contracts/report-input';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { addPlaces } from '../../record/post-rows.ts';
import type { Operation } from '../../record/rows.ts';
import { currentName, noteName } from '../aliases/repository.ts';
import { authorOf, findPost, postIdIn } from './judge-post.ts';
import { type FetchOembed, type OembedResponse, orUnanswered } from './oembed.ts';
import { postNumberIn } from './reviewed-post.ts';

/**
 * The kinds of entry whose posts are kept: their table and, in SQL, how they are held, which ones no moderator has published,
 * and which posts may be read.
 */
export const kinds = {
  report: {
    entries: 'scammer_reports',
    hold: "is_removed = true, held_at = now(), version = version + 1 where not is_removed and status = 'unreviewed'",
    unread: 'hold_reason is null',
    posts: `select id, id as report_id, 0 as statement_id, username, coalesce(${currentName('report')}, username) as author,
        twitter_url, not is_removed as is_public
      from scammer_reports report where erased_at is null and removal_tx_hash is null`,
    unknown: reviewTexts.unknownCase,
  },
  statement: {
    entries: 'statements',
    hold: 'published_at = null, held_at = now(), reviewed_at = null where published_at is not null',
    unread: 'reviewed_at is null',
    posts: `select stated.id, report_id, stated.id as statement_id, username, ${currentName('report')} as author,
        stated.twitter_url, not is_removed and published_at is not null as is_public
      from statements stated join scammer_reports report on report.id = report_id
      where stated.erased_at is null and report.erased_at is null and removal_tx_hash is null`,
    unknown: reviewTexts.unknownStatement,
  },
} as const;
export type Kind = keyof typeof kinds;

/** The post of a report or a statement; `author` is the name that its account has now, null if it left the reported one. */
export type Post = {
  kind: Kind;
  id: number;
  report_id: number;
  statement_id: number;
  username: string;
  author: string | null;
  twitter_url: string;
};

export const rowOf = (db: Knex, { report_id, statement_id }: Post) =>
  db('kept_posts').where({ report_id, statement_id });

/** X's answer, the name that the author has now, and the text of the post if it is the account's. */
export type Read = { answer: OembedResponse; author: string | undefined; text: string | undefined };

/**
 * Undefined if the link is not that of a post of the account, under its reported or present name; that of a statement, which no one
 * edits, named the account when it was made.
 */
export async function readPost(
  { kind, username, author, twitter_url }: Post,
  fetchOembed: FetchOembed,
): Promise<Read | undefined> {
  const postId =
    kind === 'statement'
      ? postNumberIn(twitter_url)
      : (findPostId(twitter_url, username) ?? (author && findPostId(twitter_url, author)));
  if (!postId) return undefined;
  const answer = await fetchOembed({ username: author ?? username, postId });
  const text = author ? textOf(answer, { username: author, postId }) : undefined;
  return { answer, author: authorOf(answer, postId), text };
}

/** Whether case, entry and kept post match the log: X is asked about their names and links, and its answer replaces the post. */
export async function isRecorded(trx: Knex, { kind, id, report_id }: Post): Promise<boolean> {
  const [kept, touched] =
    kind === 'report'
      ? [`post ${id}`, { posts: [id] }]
      : [`post-of-statement ${id}`, { statements: [id], statementPosts: [id] }];
  return areRecorded(trx, [`report ${report_id}`, `${kind} ${id}`, kept], { cases: [report_id], ...touched });
}

/** Stores X's answer unless one is stored already, or records that the post is gone. */
export async function savePost(
  db: Knex,
  post: Post,
  { answer, author, text }: Read,
): Promise<'shown' | 'gone'> {
  const { id } = post;
  const ofPost = post.kind === 'report' ? { posts: [id] } : { statementPosts: [id] };
  await addPlaces(db, post.report_id, post.statement_id);
  // Kept before under the reported name; now it exists under the author's current one.
  if (
    author &&
    (await rowOf(db, post).where({ twitter_url: post.twitter_url }).update({ gone_at: null })) > 0
  ) {
    if (post.kind === 'report') await noteName(db, { reportId: id, author });
    await recordChanges(db, ofPost, ['gone']);
    return 'shown';
  }
  if (text === undefined) {
    await rowOf(db, post).update({ gone_at: db.raw('coalesce(gone_at, now())') });
    await recordChanges(db, ofPost, ['gone']);
    return 'gone';
  }
  await rowOf(db, post).update({ gone_at: null });
  await db(kinds[post.kind].entries)
    .where({ id: post.id, twitter_url: post.twitter_url, post_confirmed_at: null })
    .update({ post_confirmed_at: db.fn.now() });
  const isNew = await rowOf(db, post)
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
    ['confirmation', 'gone', ...(isNew > 0 ? (['post'] as const) : [])],
  );
  return 'shown';
}

function findPostId(url: string, username: string): string | undefined {
  try {
    return postIdIn(url, username);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The account's own text, without what cannot be stored or misleads its reader. */
function textOf(answer: OembedResponse, of: { username: string; postId: string }): string | undefined {
  const post = findPost(answer, of);
  return typeof post === 'string' ? undefined : printableText().parse(post.shown);
}

/**
 * Reads the post of a report or a statement again for a moderator, and records it in the audit log.
 *
 * @throws ApiError not_found
 */
export async function checkPost(
  db: Knex,
  { kind, id, ...operation }: Operation & Pick<Post, 'kind' | 'id'>,
  fetchOembed: FetchOembed | undefined,
): Promise<CheckedPost> {
  const known = await findReadable(db, { kind, id });
  const read = fetchOembed && (await orUnanswered(readPost(known, fetchOembed)));
  return db.transaction(async (trx) => {
    // It may have been erased or removed meanwhile.
    await trx('scammer_reports').where({ id: known.report_id }).forUpdate().first('id');
    const post = await findReadable(trx, { kind, id });
    // The link may have been edited meanwhile; then the answer belongs to the previous post.
    let state: CheckedPost['state'] = read === 'unanswered' ? read : 'unknown';
    if (typeof read === 'object' && post.twitter_url === known.twitter_url && (await isRecorded(trx, post)))
      state = await savePost(trx, post, read);
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

async function findReadable(db: Knex, which: Parameters<typeof readable>[1]): Promise<Post> {
  const post = await readable(db, which);
  if (!post) throw new ApiError('not_found', kinds[which.kind].unknown);
  return post;
}

/** The post of an entry, unless it may not be read. */
export async function readable(db: Knex, { kind, id }: Pick<Post, 'kind' | 'id'>): Promise<Post | undefined> {
  const { rows } = await db.raw<{ rows: Omit<Post, 'kind'>[] }>(
    `select * from (${kinds[kind].posts}) post where id = ?`,
    [id],
  );
  return rows[0] && { ...rows[0], kind };
}

/** Deletes requests for posts that were never read, because posts are not read here or X did not answer for a day. */
export async function forgetUnread(db: Knex, before: Date): Promise<number> {
  return db('kept_posts')
    .where({ fetched_at: null, gone_at: null })
    .where('published_at', '<', before)
    .delete();
}
