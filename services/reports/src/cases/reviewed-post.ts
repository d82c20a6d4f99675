/** SQL: whether the post of a URL was part of a case that is cleared. A statement that is held was not looked at. */
export const isReviewedPost = (url: string) => `(
  exists (
    select from scammer_reports cleared
    where post_key(cleared.twitter_url) = post_key(${url}) and cleared.cleared_at is not null
      and cleared.erased_at is null
  ) or exists (
    select from statements stated
    join scammer_reports cleared on cleared.id = stated.report_id and cleared.cleared_at is not null
    where post_key(stated.twitter_url) = post_key(${url}) and stated.held_at is null
      and stated.erased_at is null
  ))`;
