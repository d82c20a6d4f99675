-- A moderator has read the praise: only then it counts as more than one person's word.
alter table nice_reports add reviewed_at timestamptz;

-- The number of a post, whatever name stands in its address: X opens it under any.
create function reports.post_number(url text) returns text language sql immutable parallel safe as $$
  select substring(lower(url) from '/status(?:es)?/0*([1-9][0-9]{0,18})(?:[/?#]|$)')
$$;

-- Look-up: who was reported for a post.
create index scammer_reports_post_number on scammer_reports (reports.post_number(twitter_url));
create index statements_post_number on statements (reports.post_number(twitter_url)) where published_at is not null;

-- The private check: usernames that were removed by a burn or cleared, by their prefix.
create index scammer_reports_past_check_prefix on scammer_reports (reports.check_prefix(username))
  where is_removed and (removal_tx_hash is not null or cleared_at is not null);
