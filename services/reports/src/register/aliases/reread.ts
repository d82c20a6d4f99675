import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@naughty-list/contracts/errors';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { authorOf } from '../posts/judge-post.ts';
import type { FetchOembed } from '../posts/oembed.ts';
import { postNumberIn } from '../posts/reviewed-post.ts';
import { lockNames, noteName } from './repository.ts';

const EVERY_MS = 5 * 60_000;
/** With the pause between two runs, some 40,000 posts a week. */
const BATCH = 20;

type Post = { report_id: number; statement_id: number; username: string; twitter_url: string };

/**
 * SQL: the posts that show which name the account of a case has now: that of the report or, once it is gone, those of statements that
 * a moderator has read. Otherwise a scammer could report himself, delete the post, and take another name.
 */
const telling = `
  from kept_posts kept join scammer_reports report on report.id = report_id left join statements stated
    on (stated.report_id, stated.id) = (kept.report_id, statement_id)
  where fetched_at is not null and kept.twitter_url = coalesce(stated.twitter_url, report.twitter_url)
    and (statement_id = 0 or gone_at is null and reviewed_at is not null and stated.published_at is not null and not exists (
      select from kept_posts first where (first.report_id, first.statement_id) = (report.id, 0) and first.gone_at is null
    ))`;

/**
 * Reads the {@link telling} posts of cases again, each once a week, newest first: X finds a post by its id, and returns the name
 * that its author has now. Only posts that were kept under the reported name count, so that a link with a wrong name
 * renames no account. A fault with one, as of a protected account, delays no others. Stops when X was asked too often; returns
 * how long to send X no requests.
 */
export async function rereadPosts(
  db: Knex,
  fetchOembed: FetchOembed,
  mayGoOn: () => boolean,
): Promise<{ read: number; pauseSeconds: number }> {
  let read = 0;
  for (let taken = 0; taken < BATCH && mayGoOn(); taken += 1) {
    const post = await takeDue(db);
    if (!post) break;
    try {
      await rereadPost(db, post, fetchOembed);
      read += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await db('kept_posts')
        .where(keyOf(post))
        .update({ asked_at: db.raw("now() - interval '6 days'") });
      const pauseSeconds = Number(error.extra.retryAfter ?? 0);
      if (pauseSeconds * 1_000 > EVERY_MS) return { read, pauseSeconds };
    }
  }
  return { read, pauseSeconds: 0 };
}

/** Takes the newest post that is due, and marks it so that no other worker reads it. */
async function takeDue(db: Knex): Promise<Post | undefined> {
  const { rows } = await db.raw<{ rows: Post[] }>(
    `with next as materialized (
       select kept.report_id, statement_id, username, kept.twitter_url ${telling}
         and asked_at < now() - interval '7 days' and not is_removed
       order by kept.report_id desc limit 1 for update of kept skip locked
     )
     update kept_posts kept set asked_at = now() from next
     where (kept.report_id, kept.statement_id) = (next.report_id, next.statement_id) returning next.*`,
  );
  return rows[0];
}

/** Reads a post of a case again, to record the name that its account has now. */
export async function rereadNow(db: Knex, reportId: number, fetchOembed: FetchOembed): Promise<void> {
  const [post] = await readTelling(db, reportId);
  if (post) await rereadPost(db, post, fetchOembed);
}

async function readTelling(db: Knex, reportId: number): Promise<Post[]> {
  const { rows } = await db.raw<{ rows: Post[] }>(
    `select kept.report_id, statement_id, username, kept.twitter_url ${telling} and kept.report_id = ?
     order by statement_id desc`,
    [reportId],
  );
  return rows;
}

const keyOf = ({ report_id, statement_id }: Post) => ({ report_id, statement_id });

async function rereadPost(db: Knex, post: Post, fetchOembed: FetchOembed): Promise<void> {
  const { report_id: id, statement_id: statement, username } = post;
  // Whatever name the link has: the post of a statement about the account's present name may lead its case by now.
  const postId = postNumberIn(post.twitter_url) ?? '';
  const answer = await fetchOembed({ username, postId });
  const author = authorOf(answer, postId);
  const touched =
    statement === 0 ? { posts: [id] } : { statements: [statement], statementPosts: [statement] };
  const subjects =
    statement === 0 ? [`post ${id}`] : [`statement ${statement}`, `post-of-statement ${statement}`];
  await db.transaction(async (trx) => {
    await lockNames(trx, id);
    if (!(await areRecorded(trx, [`report ${id}`, ...subjects], { cases: [id], ...touched }))) return;
    // X may have been asked about another post, which stood in the database for as long as that took.
    if (!(await readTelling(trx, id)).some((telling) => isDeepStrictEqual(telling, post))) return;
    if (author) await noteName(trx, { reportId: id, author });
    // A response about another post does not show whether this one exists.
    if (!author && answer) return;
    await trx('kept_posts')
      .where(keyOf(post))
      .update({ gone_at: author ? null : trx.raw('coalesce(gone_at, now())') });
    await recordChanges(trx, touched, ['gone']);
  });
}

/** Lost on a restart: then one request finds out that the pause is not over. */
let pausedUntil = 0;

export const postRereader = every(
  EVERY_MS,
  async (
    { db, fetchOembed, clock, log }: BaseContext & { fetchOembed: FetchOembed | undefined },
    mayGoOn,
  ) => {
    if (!fetchOembed || clock.now().getTime() < pausedUntil) return;
    const { read, pauseSeconds } = await rereadPosts(db, fetchOembed, mayGoOn);
    pausedUntil = clock.now().getTime() + pauseSeconds * 1_000;
    if (read > 0) log.info({ read }, 'posts read again');
  },
);
