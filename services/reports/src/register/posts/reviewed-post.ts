import { ownReportTexts } from '@naughty-list/contracts/own-report';

/** SQL expressions of a post: its URL, its account, its id or null, and its report, if any. */
type Post = { url: string; username: string; number: string; report?: string };

/** The id of a post, whatever form its link has. */
export const postNumberIn = (url: string): string | null => /\/status(?:es)?\/0*(\d+)/.exec(url)?.[1] ?? null;

/** SQL: the keys of links to an account's post, including links without the account (`/i/status/1`). */
const keysOf = ({ username, number }: Post) =>
  `array['post ' || lower(${username}) || '/' || ${number}, 'post i/' || ${number}, 'page i/web/status/' || ${number}]`;

/**
 * SQL: whether a stored row has the post. A link without the account matches only if the accounts are equal, because
 * the account it was reported for may have been wrong.
 */
const isSamePost = (stored: { url: string; username: string }, post: Post) => `(
  post_key(${stored.url}) = post_key(${post.url})
  or post_key(${stored.url}) = any(${keysOf(post)}) and lower(${stored.username}) = lower(${post.username}))`;

/** SQL: whether a report is not the post's own. */
const isOther = (id: string, { report }: Post) => (report ? `${id} <> ${report}` : 'true');

/** SQL: whether it is the post of another, closed report, whose account took this name later. */
const isPostOfRenamed = (post: Post, isClosed: string) => `exists (
  select from aliases alias join scammer_reports closed on closed.id = alias.report_id
  where lower(alias.username) = lower(${post.username}) and post_number(closed.twitter_url) = ${post.number} and ${isClosed}
    and ${isOther('closed.id', post)})`;

/**
 * SQL: whether another report of the post, or a case with a statement of it that a moderator had read, was removed for a burn. An
 * unread one may be the account's own: one burn could otherwise silence all its posts.
 */
const isPaidPost = (post: Post) => `(exists (
  select from scammer_reports paid
  where ${isSamePost({ url: 'paid.twitter_url', username: 'paid.username' }, post)} and paid.removal_tx_hash is not null
    and ${isOther('paid.id', post)}
) or exists (
  select from statements stated join scammer_reports paid on paid.id = stated.report_id and paid.removal_tx_hash is not null
  where post_key(stated.twitter_url) = post_key(${post.url}) and stated.published_at is not null
    and stated.reviewed_at is not null and ${isOther('paid.id', post)}
) or ${isPostOfRenamed(post, 'closed.removal_tx_hash is not null')})`;

/** SQL: the post of a row. */
const postOf = (row: string): Post => ({
  url: `${row}.twitter_url`,
  username: `${row}.username`,
  // The same pattern as `postNumberIn`, without question marks, which Knex would take for placeholders.
  number: `(regexp_match(${row}.twitter_url, '/status(es|)/0*([0-9]+)'))[2]`,
  report: `${row}.id`,
});

const isWithdrawn = `(stated.reject_reason = '${ownReportTexts.statementWithdrawn}') is true`;

/**
 * SQL: whether a post was part of another, cleared case. Of statements, only those that a moderator read, and that were not
 * withdrawn by then: a scammer could otherwise have his posts cleared unread.
 */
const isReviewedPost = (post: Post) => `(
  exists (
    select from scammer_reports cleared
    where ${isSamePost({ url: 'cleared.twitter_url', username: 'cleared.username' }, post)}
      and cleared.cleared_at is not null and cleared.erased_at is null and ${isOther('cleared.id', post)}
  ) or exists (
    select from statements stated
    join scammer_reports cleared on cleared.id = stated.report_id and cleared.cleared_at is not null
    where post_key(stated.twitter_url) = post_key(${post.url}) and stated.held_at is null
      and (stated.loss_transaction is null or stated.loss is not null)
      and (stated.reviewed_at is not null or stated.rejected_at is not null and not ${isWithdrawn})
      and not (${isWithdrawn} and stated.rejected_at < cleared.cleared_at)
      and ${isOther('cleared.id', post)}
  ) or ${isPostOfRenamed(post, 'closed.cleared_at is not null and closed.erased_at is null')})`;

/** Why a report of a post stays off the list: it was paid for, or a case with it was cleared. */
export type Refusal = 'post-removed' | 'post-reviewed';

/** SQL: the {@link Refusal} that applies to the post of a row, or null. */
export const refusalOf = (row: string) => refusalOfPost(postOf(row));

export const refusalOfPost = (post: Post) =>
  `case when ${isPaidPost(post)} then 'post-removed' when ${isReviewedPost(post)} then 'post-reviewed' end`;
