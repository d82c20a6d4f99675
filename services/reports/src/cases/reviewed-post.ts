/**
 * SQL: whether a stored row has the post of a URL. A link without the account's name (`/i/status/1`) is to the same post only where the
 * accounts are the same: the one that was reported for it may have been the wrong one.
 */
export const isSamePost = (
  stored: { url: string; username: string },
  { url, username }: { url: string; username: string },
) => `(
  post_key(${stored.url}) = any(post_keys(${url}, ${username}))
  and (post_key(${stored.url}) = post_key(${url}) or lower(${stored.username}) = lower(${username})))`;

/** SQL: whether a post was part of a case that is cleared. A statement that is held was not looked at. */
export const isReviewedPost = (post: { url: string; username: string }) => `(
  exists (
    select from scammer_reports cleared
    where ${isSamePost({ url: 'cleared.twitter_url', username: 'cleared.username' }, post)}
      and cleared.cleared_at is not null and cleared.erased_at is null
  ) or exists (
    select from statements stated
    join scammer_reports cleared on cleared.id = stated.report_id and cleared.cleared_at is not null
    where ${isSamePost({ url: 'stated.twitter_url', username: 'cleared.username' }, post)}
      and stated.held_at is null and stated.erased_at is null
  ))`;
