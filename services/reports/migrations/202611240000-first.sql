create extension if not exists pg_trgm with schema public;

-- ---------------------------------------------------------------------------------------------------------- usernames and posts

-- Which post an address names: whose it is and its number, whatever stands around them (x.com or twitter.com, a photo, a query).
-- The name counts, so that a hero's post is not used up under another one. An address without a number is its path.
create function reports.post_key(url text) returns text language sql immutable parallel safe
set search_path = reports, public as $$
  select coalesce('post ' || lower(post[1]) || '/' || post[3], 'page ' || regexp_replace(lower(path), '^/+@*|/+$', '', 'g'))
  from (select regexp_replace(split_part(split_part(url, '#', 1), '?', 1), '^https*://[^/]*', '') as path) parts,
    regexp_match(path, '^/+@*([A-Za-z0-9_]+)/(status|statuses)/0*([0-9]+)(/|$)') post
$$;

-- The number of a post, whatever name stands in its address: X opens it under any.
create function reports.post_number(url text) returns text language sql immutable parallel safe as $$
  select substring(lower(url) from '/status(?:es)?/0*([1-9][0-9]{0,18})(?:[/?#]|$)')
$$;

-- What a username looks like: letters that are easily mistaken are one, and underscores none.
create function reports.look_alike(username text) returns text language sql immutable parallel safe as $$
  select replace(replace(translate(lower(username), 'i10_', 'llo'), 'rn', 'm'), 'vv', 'w')
$$;

-- What a username looks like, and what is left of that without one letter: names that are one typo apart share one of
-- these. Its cost keeps the planner from computing it for each row instead of using the index; and it is not parallel safe,
-- since workers take twenty times as long to start as the index to be read. A loop takes a fifth of the time of a query.
create function reports.typo_forms(username text) returns text[] language plpgsql immutable cost 10000 as $$
declare
  form text := reports.look_alike(username);
  forms text[] := array[form];
begin
  if length(form) >= 5 then
    for at in 1 .. length(form) loop
      forms := forms || (left(form, at - 1) || substr(form, at + 1));
    end loop;
  end if;
  return forms;
end
$$;

-- The beginning of a hash of what a username looks like, by which a look-up need not name an account.
create function reports.check_prefix(username text) returns text language sql immutable parallel safe as $$
  select left(encode(sha256(convert_to(reports.look_alike(username), 'UTF8')), 'hex'), 4)
$$;

-- -------------------------------------------------------------------------------------------------------------- scammer reports

create table scammer_reports (
  id serial primary key,
  twitter_url text not null,
  username text not null,
  tweet_content text,
  tweet_date timestamptz,
  scam_category text not null,
  description text not null,
  evidence_urls text[] not null default '{}',
  reported_at timestamptz not null default now(),
  -- The reference that a burn names in its memo.
  unique_burn_address text not null unique,
  -- Off the list: paid for, held, cleared or deleted.
  is_removed boolean not null default false,
  removal_tx_hash text,
  burn_transaction_hash text,
  profile_image_refreshed_at timestamptz,
  -- Waits for an admin, and why: `rate`, `private_data` or `reporter`.
  held_at timestamptz,
  hold_reason text,
  status text not null default 'unreviewed',
  -- When the status became cleared: the report is off the list then, and its post is not accepted again.
  cleared_at timestamptz,
  -- A deleted report keeps its row, off the list, with what `is_removed` was.
  deleted_at timestamptz,
  was_removed boolean,
  erased_at timestamptz,
  -- Rises with every edit and decision: a change made from an older version is refused.
  version int not null default 1,
  -- Rises when what a case names, or how the account is called, has changed: its feeds and cached answers are renewed.
  names_version int not null default 0,
  -- When a moderator found that the reported name belongs to another account now.
  handle_changed_at timestamptz,
  -- When X confirmed that the reported account wrote the post.
  post_confirmed_at timestamptz,
  -- How many of the report and its published statements are independent of each other, counted at each change of these; and the
  -- same with only the statements that a moderator has read, which is what pages show.
  independent int not null default 1,
  independent_read int not null default 1,
  constraint scammer_reports_status
    check (status in ('unreviewed', 'corroborated', 'disputed', 'compromised', 'cleared')),
  constraint scammer_reports_cleared check ((status = 'cleared') = (cleared_at is not null)),
  constraint scammer_reports_deleted check (
    case when deleted_at is null then was_removed is null else is_removed and was_removed is not null end
  )
);

-- One listed report per username, whatever its case; those off the list stand under their own ids. Also the exact match of a
-- search, a username's beginning of three letters or more, and how often a username was reported lately.
create unique index scammer_reports_username on scammer_reports
  (lower(username) text_pattern_ops, (case when is_removed then id else 0 end));

-- The list, and the admin's list, newest first; id and the state are in it so that a deep offset reads the index alone.
create index scammer_reports_newest on scammer_reports (reported_at desc, id desc) include (is_removed) where deleted_at is null;

-- Those of one category, listed or not.
create index scammer_reports_present_category on scammer_reports (scam_category, reported_at desc, id desc)
  include (is_removed) where deleted_at is null;

-- Those off the list: held ones for the review queue, oldest first, and both for the admin's list and searches in it.
create index scammer_reports_present_removed on scammer_reports (held_at, reported_at desc, id desc)
  include (scam_category) where is_removed and deleted_at is null;

-- Submission: a post whose report was removed for a burn, or whose case was cleared, cannot be reported again.
create index scammer_reports_closed_post on scammer_reports (reports.post_key(twitter_url))
  where removal_tx_hash is not null or cleared_at is not null;

-- Look-up: who was reported for a post.
create index scammer_reports_post_number on scammer_reports (reports.post_number(twitter_url));

-- The private check: usernames by their prefix, listed or not.
create index scammer_reports_check_prefix on scammer_reports (reports.check_prefix(username));

-- The default feeds and the sitemap: corroborated cases by number, with their names. The review queue: those that too few independent
-- entries support.
create index scammer_reports_corroborated on scammer_reports (id) include (username, independent, handle_changed_at)
  where status = 'corroborated' and not is_removed;

-- What each submission with an `Idempotency-Key` led to, for a day; nothing of what was sent.
create table idempotency_keys (
  endpoint text not null,
  key text not null,
  fingerprint text not null,
  outcome text,
  subject_id bigint,
  created_at timestamptz not null default now(),
  primary key (endpoint, key)
);

-- ----------------------------------------------------------------------------------------------------------------- nice reports

-- Every praise is an entry of its own, and every post counts once.
create table nice_reports (
  id serial primary key,
  twitter_url text not null,
  post_key text not null generated always as (reports.post_key(twitter_url)) stored,
  username text not null,
  tweet_content text,
  tweet_date timestamptz,
  description text not null,
  reported_at timestamptz not null default now(),
  report_count int not null default 1,
  version int not null default 1,
  -- Held for a moderator, and why; public otherwise.
  held_at timestamptz,
  hold_reason text,
  -- A moderator has read the praise: only then it counts as more than one person's word.
  reviewed_at timestamptz
);

-- Every post counts once; praise that waits takes it from no other.
create unique index nice_reports_post on nice_reports (post_key) where held_at is null;

-- What waits for a moderator, and how much of it; also searches among it.
create index nice_reports_held on nice_reports (reported_at desc, id desc) where held_at is not null;

-- The list, newest first; id is in it so that a deep offset reads the index alone.
create index nice_reports_newest on nice_reports (reported_at desc, id desc);

-- All praises of one username, newest first: the exact match of a search, and the day's limit. Also a username's beginning of
-- three letters or more.
create index nice_reports_username on nice_reports (lower(username) text_pattern_ops, reported_at desc, id desc);

-- The private check: usernames by their prefix.
create index nice_reports_check_prefix on nice_reports (reports.check_prefix(username)) where held_at is null;

-- ---------------------------------------------------------------------------------------------------------------- list versions

create table state (
  only_row boolean primary key default true check (only_row),
  -- In which database the rows are; null: in this one. A start in another one gives no number that was given after the backup.
  identity text,
  -- A version for every change of a list, which its readers compare.
  version bigint not null default 1,
  -- Tells these versions from those of another database.
  epoch uuid not null default gen_random_uuid(),
  -- The version of the Nice List.
  praises bigint not null default 1,
  -- By month, in base64: reporters' keys are made with them, and forgotten with them.
  salts jsonb not null default '{}'
);
insert into state default values;

-- ----------------------------------------------------------------------------------------------------------------------- search

-- README.md tells what is found by which index. Each function has planner settings of its own, so that it has one possible plan,
-- whatever the statistics say and however its caller prepares it.

-- Three-letter pieces of a text that the trigram indexes know; empty when it has none.
create function reports.search_pieces(word text) returns text[] language sql immutable parallel safe
set search_path = reports, public as $$
  select coalesce(array_agg(piece), '{}') from (
    select distinct substr(run[1], least(start, length(run[1]) - 2), 3) as piece
    from regexp_matches(word, '[[:alnum:]]{3,}', 'g') run, generate_series(1, length(run[1]), 3) start
  ) every_piece
  where cardinality(show_trgm(piece)) > 0
$$;

create function reports.append_new(found int[], more int[], wanted int) returns int[] language sql immutable as $$
  select found || array(
    select id from unnest(more) with ordinality hit (id, place) where id <> all (found)
    order by place limit wanted - cardinality(found)
  )
$$;

-- A username's beginning of one letter, newest first, or of two, which are read in the index alone.
create index scammer_reports_first_letter
  on scammer_reports (left(lower(username), 1), reported_at desc, id desc) include (username) where not is_removed;

-- Of what is public, three letters anywhere in either text, and usernames that look alike, or are one typo apart. Without a
-- pending list, which every search would have to read through.
create index scammer_reports_texts on scammer_reports
  using gin (lower(username) gin_trgm_ops, lower(description) gin_trgm_ops, reports.typo_forms(username)) with (fastupdate = off)
  where not is_removed;

-- The newest reports of the newest 'walked' whose field is like the pattern, newest first.
create function reports.newest_like(field text, pattern text, wanted int, walked int)
returns table (id int, reported_at timestamptz) language sql stable rows 100
set search_path = reports, public
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off as $$
  select report.id, report.reported_at from (
    select * from scammer_reports where not is_removed and deleted_at is null order by reported_at desc, id desc limit walked
  ) report
  where lower(case field when 'username' then report.username else report.description end) like pattern
  order by report.reported_at desc, report.id desc limit wanted
$$;

-- At most 'touched' reports whose field holds every piece, and whether it is like the pattern. The condition is the
-- pieces alone: for them the index is exact, so that the limit bounds the rows that are read.
create function reports.holding_pieces(field text, pieces text[], pattern text, touched int)
returns table (id int, reported_at timestamptz, matches boolean)
language plpgsql stable rows 1000
set search_path = reports, public
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off as $$
declare
  expression text := format('lower(%I)', field);
  conditions text;
begin
  select string_agg(format('%s like %L', expression, '%' || piece || '%'), ' and ')
  into conditions from (select piece from unnest(pieces) piece limit 6) few;
  return query execute format(
    'select id, reported_at, %s like $1 from scammer_reports where not is_removed and %s limit $2',
    expression, conditions
  ) using pattern, touched;
end $$;

-- At most 'touched' listed reports whose username begins with the word.
create function reports.beginning_with(word text, touched int)
returns table (id int, reported_at timestamptz, matches boolean)
language sql stable rows 1000
set search_path = reports, public
set enable_seqscan = off
set enable_bitmapscan = off as $$
  select id, reported_at, not is_removed from scammer_reports
  where lower(username) ~>=~ word and lower(username) ~<~ (word || chr(1114111))
  order by lower(username) using ~<~ limit touched
$$;

-- The newest reports whose field is like the pattern, newest first. A term that several of the newest reports hold is
-- looked for from the newest on; any other, by the index. What is too much for either is found as far as both reach.
create function reports.newest_matching(field text, pattern text, word text, step text, wanted int)
returns int[] language plpgsql stable
set search_path = reports, public as $$
declare
  pieces text[] := case step when 'contains' then search_pieces(word) else '{}' end;
  is_common boolean := (select count(*) >= 3 from newest_like(field, pattern, wanted, 100));
  walked int[];
begin
  if is_common or step = 'contains' and cardinality(pieces) = 0 then
    walked := array(select id from newest_like(field, pattern, wanted, 30000));
    if not is_common or cardinality(walked) >= wanted then return walked; end if;
  end if;
  return array(
    with touched as materialized (
      select * from beginning_with(word, 5000 + 1) where step = 'begins'
      union all
      select * from holding_pieces(field, pieces, pattern, 5000 + 1)
      where step = 'contains' and cardinality(pieces) > 0
    ), newest as materialized (
      select * from newest_like(field, pattern, wanted, 30000)
      where (select count(*) from touched) > 5000
    )
    select id from (
      select id, reported_at from touched where matches union select id, reported_at from newest
      union select id, reported_at from scammer_reports where id = any (walked)
    ) candidate order by reported_at desc, id desc limit wanted
  );
end $$;

-- Listed reports that hold the term, best match first: the username itself, now or later, usernames that begin with it, and later
-- ones, usernames that hold it, descriptions; the newest first among equals. One and two letters are looked for in beginnings alone.
create function reports.search_report_ids(term text, wanted int) returns setof int
language plpgsql stable rows 100
set search_path = reports, public as $$
declare
  word text := lower(term);
  literal text := regexp_replace(word, '([\\%_])', '\\\1', 'g');
  found int[] := array(
    select id from scammer_reports where lower(username) = word and not is_removed
    union all select report_id from renamed_to(word, word, wanted)
  );
  more int[];
begin
  if char_length(word) < 3 then
    more := array(
      select id from scammer_reports
      where not is_removed and left(lower(username), 1) = left(word, 1) and left(lower(username), char_length(word)) = word
      order by reported_at desc, id desc limit wanted
    );
    return query select unnest(append_new(found, more, wanted));
    return;
  end if;
  -- Usernames are letters, digits and underscores. Each step is a statement of its own: inside a larger one, the
  -- planner would call it once more to guess how much it finds.
  if word !~ '[^a-z0-9_]' and cardinality(found) < wanted then
    more := newest_matching('username', literal || '%', word, 'begins', wanted + 1);
    found := append_new(found, more, wanted);
    more := array(select report_id from renamed_to(word, word || chr(1114111), wanted + cardinality(found)));
    found := append_new(found, more, wanted);
    if cardinality(found) < wanted then
      more := newest_matching('username', '%' || literal || '%', word, 'contains', wanted + cardinality(found));
      found := append_new(found, more, wanted);
    end if;
  end if;
  if cardinality(found) < wanted then
    more := newest_matching('description', '%' || literal || '%', word, 'contains', wanted + cardinality(found));
    found := append_new(found, more, wanted);
  end if;
  return query select unnest(found);
end $$;

-- The same of the Nice List.

-- A username's newest praises, by the one index that has them in this order.
create function reports.nice_named(word text, wanted int) returns setof int
language sql stable rows 100
set search_path = reports, public
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off as $$
  select id from nice_reports where lower(username) = word and held_at is null order by reported_at desc, id desc limit wanted
$$;

-- A username's beginning of one letter or two, newest first.
create index nice_reports_first_letter
  on nice_reports (left(lower(username), 1), reported_at desc, id desc) include (username) where held_at is null;

-- The same as of the Naughty List: three letters anywhere, look-alikes and typos.
create index nice_reports_texts on nice_reports
  using gin (lower(username) gin_trgm_ops, lower(description) gin_trgm_ops, reports.typo_forms(username)) with (fastupdate = off)
  where held_at is null;

-- The newest reports of the newest 'walked' whose field is like the pattern, newest first.
create function reports.nice_newest_like(field text, pattern text, wanted int, walked int)
returns table (id int, reported_at timestamptz) language sql stable rows 100
set search_path = reports, public
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off as $$
  select report.id, report.reported_at from (
    select * from nice_reports where held_at is null order by reported_at desc, id desc limit walked
  ) report
  where lower(case field when 'username' then report.username else report.description end) like pattern
  order by report.reported_at desc, report.id desc limit wanted
$$;

-- At most 'touched' reports whose field holds every piece, and whether it is like the pattern. The condition is the
-- pieces alone: for them the index is exact, so that the limit bounds the rows that are read.
create function reports.nice_holding_pieces(field text, pieces text[], pattern text, touched int)
returns table (id int, reported_at timestamptz, matches boolean)
language plpgsql stable rows 1000
set search_path = reports, public
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off as $$
declare
  expression text := format('lower(%I)', field);
  conditions text;
begin
  select string_agg(format('%s like %L', expression, '%' || piece || '%'), ' and ')
  into conditions from (select piece from unnest(pieces) piece limit 6) few;
  return query execute format(
    'select id, reported_at, %s like $1 from nice_reports where held_at is null and %s limit $2',
    expression, conditions
  ) using pattern, touched;
end $$;

-- At most 'touched' listed reports whose username begins with the word.
create function reports.nice_beginning_with(word text, touched int)
returns table (id int, reported_at timestamptz, matches boolean)
language sql stable rows 1000
set search_path = reports, public
set enable_seqscan = off
set enable_bitmapscan = off as $$
  select id, reported_at, held_at is null from nice_reports
  where lower(username) ~>=~ word and lower(username) ~<~ (word || chr(1114111))
  order by lower(username) using ~<~ limit touched
$$;

-- The newest reports whose field is like the pattern, newest first. A term that several of the newest reports hold is
-- looked for from the newest on; any other, by the index. What is too much for either is found as far as both reach.
create function reports.nice_newest_matching(field text, pattern text, word text, step text, wanted int)
returns int[] language plpgsql stable
set search_path = reports, public as $$
declare
  pieces text[] := case step when 'contains' then search_pieces(word) else '{}' end;
  is_common boolean := (select count(*) >= 3 from nice_newest_like(field, pattern, wanted, 100));
  walked int[];
begin
  if is_common or step = 'contains' and cardinality(pieces) = 0 then
    walked := array(select id from nice_newest_like(field, pattern, wanted, 30000));
    if not is_common or cardinality(walked) >= wanted then return walked; end if;
  end if;
  return array(
    with touched as materialized (
      select * from nice_beginning_with(word, 5000 + 1) where step = 'begins'
      union all
      select * from nice_holding_pieces(field, pieces, pattern, 5000 + 1)
      where step = 'contains' and cardinality(pieces) > 0
    ), newest as materialized (
      select * from nice_newest_like(field, pattern, wanted, 30000)
      where (select count(*) from touched) > 5000
    )
    select id from (
      select id, reported_at from touched where matches union select id, reported_at from newest
      union select id, reported_at from nice_reports where id = any (walked)
    ) candidate order by reported_at desc, id desc limit wanted
  );
end $$;

-- Listed reports that hold the term, best match first: the username itself, usernames that begin with it, usernames
-- that hold it, descriptions; the newest first among equals. One and two letters are looked for in beginnings alone.
create function reports.search_nice_report_ids(term text, wanted int) returns setof int
language plpgsql stable rows 100
set search_path = reports, public as $$
declare
  word text := lower(term);
  literal text := regexp_replace(word, '([\\%_])', '\\\1', 'g');
  found int[] := array(select id from nice_named(word, wanted) id);
  more int[];
begin
  if char_length(word) < 3 then
    more := array(
      select id from nice_reports
      where held_at is null and left(lower(username), 1) = left(word, 1) and left(lower(username), char_length(word)) = word
      order by reported_at desc, id desc limit wanted
    );
    return query select unnest(append_new(found, more, wanted));
    return;
  end if;
  -- Usernames are letters, digits and underscores. Each step is a statement of its own: inside a larger one, the
  -- planner would call it once more to guess how much it finds.
  if word !~ '[^a-z0-9_]' and cardinality(found) < wanted then
    more := nice_newest_matching('username', literal || '%', word, 'begins', wanted + 1);
    found := append_new(found, more, wanted);
    if cardinality(found) < wanted then
      more := nice_newest_matching('username', '%' || literal || '%', word, 'contains', wanted + cardinality(found));
      found := append_new(found, more, wanted);
    end if;
  end if;
  if cardinality(found) < wanted then
    more := nice_newest_matching('description', '%' || literal || '%', word, 'contains', wanted + cardinality(found));
    found := append_new(found, more, wanted);
  end if;
  return query select unnest(found);
end $$;

-- ------------------------------------------------------------------------------------------------------------- paid removals

-- What a browser was asked to pay: price, mint and wallet stand as its page showed them.
create table payment_intents (
  id text primary key,
  -- Who may see it among their own; anyone may read it by its id.
  visitor text not null,
  -- What is paid for: the number of the report.
  subject text not null,
  -- Whole tokens.
  price numeric(16, 0) not null,
  decimals int not null,
  mint text not null,
  burn_wallet text not null,
  reference text not null,
  reference_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- By INTERNAL_SECRET, over all of the above but the creation: an intent that the service did not write is none.
  mac bytea not null,
  -- Everything else (seen, confirmed, partial, expired, late, superseded) follows from its payments, its subject and the time.
  state text not null default 'open' check (state in ('open', 'paid', 'settled'))
);

-- Serves findOpenIntent, and the notice that a subject is gone.
create index payment_intents_of_subject on payment_intents (subject, visitor);

-- What was asked for, how it was decided, and when the sweep looks at it again.
create table removal_claims (
  id text primary key,
  -- Outlives the row of a deleted report: a payment leaves a trace all the same.
  report_id int,
  signature text not null,
  status text not null default 'pending' check (status in ('pending', 'counted', 'removed', 'refused')),
  code text,
  message text,
  -- Base units.
  amount numeric(39, 0),
  -- The part of the amount that went to a burn wallet with a key, and was not burned.
  sent numeric(39, 0) not null default 0,
  decimals int,
  slot bigint,
  rules jsonb not null default '[]',
  -- Only the newest round's job goes on.
  round int not null default 0,
  due_at timestamptz not null,
  request_id text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- The wallet that signed for the claim, and those whose signature a refused one lacks.
  proven_wallet text,
  payers jsonb,
  -- Who made a pending claim, as a keyed hash; forgotten when the claim ends.
  client text,
  -- The intent that it pays, or a part of it.
  intent_id text references payment_intents,
  -- When the transaction of a payment without effect became free for its payer.
  released_at timestamptz
);

-- The same payment for the same report, proven by the same wallet or by none, is one claim; refused ones stand under their own
-- ids. Also the removal that a transaction paid for.
create unique index removal_claims_standing_by_wallet on removal_claims
  (signature, report_id, coalesce(proven_wallet, ''), (case when status = 'refused' then id else '' end));

-- The payments of an intent.
create index removal_claims_by_intent on removal_claims (intent_id) where intent_id is not null;

-- The claims that something is still to happen to. Serves the sweep, and insertClaim: how many of a client, and of all, are pending,
-- which are few; releaseCredits: payments without effect, and parts; forgetRefusedClaims: old refusals, which have
-- no amount; and readBurns: all that removed a report, in order, and what they add up to.
create index removal_claims_open on removal_claims (status, num_nulls(amount), decided_at, id) include (client, amount, sent, decimals)
  where status in ('pending', 'counted', 'removed') or status = 'refused' and released_at is null;

-- Messages that the paying wallet signs.
create table payment_proofs (
  id uuid primary key default gen_random_uuid(),
  -- What is paid for, as in the demand: report:7. Or own-payments: the list of a wallet's payments.
  subject text not null,
  -- Of the transaction; null for the list.
  signature text,
  wallet text not null,
  message text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set by the claim that it was used for, in the same transaction.
  used_at timestamptz,
  -- The wallet's signature of the message, in base58 or base64, for the receipt of what it paid for.
  signed text
);

-- ------------------------------------------------------------------------------------------------------------------------ cases

-- A case has the number of its report; its rows outlive a deleted report, as its claims do.
create table case_changes (
  id bigint generated always as identity,
  report_id int not null,
  status text not null check (status in ('unreviewed', 'corroborated', 'disputed', 'compromised', 'cleared')),
  -- The code of the rule, and the public reason.
  rule text not null,
  reason text not null,
  -- The period in which the account was compromised.
  period_from date,
  period_to date check (period_to >= period_from),
  -- Who decided: the role is public, the name is not.
  role text not null check (role in ('moderator', 'admin', 'deadline')),
  who text not null,
  appeal_id int,
  at timestamptz not null default now(),
  -- The history of a case, in order.
  primary key (report_id, id)
);

create table statements (
  id int generated always as identity primary key,
  report_id int not null,
  twitter_url text not null,
  description text not null,
  made_at timestamptz not null default now(),
  -- Held for a moderator, and why; published and rejected ones are neither.
  held_at timestamptz,
  hold_reason text,
  published_at timestamptz,
  rejected_at timestamptz,
  reject_reason text,
  erased_at timestamptz,
  -- When X confirmed that the account named wrote the post.
  post_confirmed_at timestamptz,
  -- A transaction of the reporter's wallet instead of a post, and what the chain says about it.
  loss_transaction text,
  loss_wallet text,
  -- How often the verifier was asked.
  loss_round int not null default 0,
  loss jsonb,
  -- Shares its reporter, network, post or text with an entry before it; null: not public, or not judged yet.
  dependent boolean,
  -- When a moderator published it, or found it public and read it.
  reviewed_at timestamptz,
  check (num_nonnulls(held_at, published_at, rejected_at) = 1)
);

-- A post counts once in a case, but not while its statement is held. Submission refuses a rejected one again, unless it was withdrawn.
create unique index statements_post on statements (reports.post_key(twitter_url), report_id) where published_at is not null;

-- Look-up: who was named for the post of a statement.
create index statements_post_number on statements (reports.post_number(twitter_url)) where published_at is not null;

-- The statements of a case, in order: first those that a moderator has read, then independent ones.
create index statements_of_case on statements (report_id, (reviewed_at is null), (coalesce(dependent, true)), id);

-- The review queue.
create index statements_held on statements (held_at) where held_at is not null;

-- One transaction proves one loss, in one case.
create unique index statements_loss on statements (loss_transaction) where published_at is not null and loss_transaction is not null;

-- The sums of the proven losses of a corroborated case that a moderator has read, by asset; null without one. Own wallets prove any
-- sum, so none speaks before a moderator has. Their number is that of independent reporters, and counts from three on, as elsewhere.
create function reports.loss_totals(of_report int) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('mint', mint, 'decimals', decimals, 'amount', amount, 'losses', losses) order by losses desc, mint)
  from (
    select sent ->> 'mint' as mint, (sent ->> 'decimals')::int as decimals, sum((sent ->> 'amount')::numeric)::text as amount,
      case when count(distinct stated.id) filter (where not dependent) >= 3
        then count(distinct stated.id) filter (where not dependent) else 1 end as losses
    from reports.statements stated, jsonb_array_elements(stated.loss -> 'sent') sent
    where stated.report_id = of_report and stated.published_at is not null and stated.loss is not null
      and stated.reviewed_at is not null and exists (select from reports.scammer_reports where id = of_report and status = 'corroborated')
    group by 1, 2
  ) by_asset
$$;

-- Who reported or stated what, as keyed hashes under a salt that is replaced and forgotten: tells reporters apart for a while
-- without saying who they are.
create table contributions (
  kind text not null check (kind in ('report', 'statement', 'praise')),
  subject_id int not null,
  reporter_key text not null,
  network_key text not null,
  -- The wider one by which entries are independent: IPv6 by /32, of which one customer may hold many networks.
  allocation_key text,
  at timestamptz not null default now(),
  -- Waits for a moderator, or was rejected: it says nothing about its reporter.
  held boolean not null default false,
  -- When a moderator found it false.
  overturned_at timestamptz,
  -- Which network a report came from, as a keyed hash, for some days, so that an admin deletes a flood as a whole.
  source text,
  primary key (kind, subject_id)
);

-- How much a reporter contributed lately, and how much of it was overturned.
create index contributions_of_reporter on contributions (reporter_key, at desc) where not held;

-- What a network sent within a day.
create index contributions_of_network on contributions (network_key, at);

-- The keys that reporters got to the private pages of their reports and statements, hashed.
create table report_codes (
  kind text not null check (kind in ('report', 'statement')),
  subject_id int not null,
  -- Of a report or statement and its time, which have one.
  code_hash bytea primary key,
  -- By INTERNAL_SECRET, over the hash and what it leads to: without it, the code is none.
  code_mac bytea not null,
  withdrawn_at timestamptz
);

-- ---------------------------------------------------------------------------------------------------------------------- appeals

create table appeals (
  id int generated always as identity primary key,
  report_id int not null,
  -- SHA-256 of the case code, which is shown once. A later appeal takes it over, and retention deletes it.
  code_hash bytea unique,
  -- As in report_codes.
  code_mac bytea,
  grounds text not null check (grounds in ('not_me', 'false', 'compromised', 'personal_data', 'resolved', 'other')),
  -- The appeal before it of the same code.
  previous_id int references appeals,
  opened_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- When the deadline passed without a decision.
  overdue_at timestamptz,
  decided_at timestamptz,
  decision text check (decision in ('granted', 'partly_granted', 'refused', 'withdrawn')),
  rule text,
  reason text,
  decided_by text,
  -- When control of the account was proven, by a post or by a moderator's own look.
  proven_at timestamptz,
  proven_by text check (proven_by in ('post', 'moderator')),
  -- The code that the account is to post to prove it, and the post that a moderator is to check.
  proof_code text,
  proof_issued_at timestamptz,
  proof_expires_at timestamptz,
  proof_url text,
  erased_at timestamptz,
  version int not null default 1,
  -- The sender's network, a keyed hash under the month's salt, for a day.
  network_key text,
  check ((decided_at is null) = (decision is null))
);

-- The appeals of a case, in order.
create index appeals_of_case on appeals (report_id, id);

create table appeal_messages (
  id int generated always as identity,
  appeal_id int not null references appeals,
  author text not null check (author in ('account', 'moderator')),
  -- The moderator's name, which is not shown to the account.
  who text,
  body text not null,
  at timestamptz not null default now(),
  primary key (appeal_id, id)
);

create table replies (
  report_id int primary key,
  appeal_id int not null references appeals,
  body text not null,
  contradicts boolean not null,
  written_at timestamptz not null default now(),
  -- Public once a moderator accepted it; a rejected one stays for a while, so that this can be undone.
  published_at timestamptz,
  rejected_at timestamptz
);

-- -------------------------------------------------------------------------------------------------------------------- audit log

-- What admins changed, for good.
create table audit_log (
  id serial primary key,
  operation_id uuid not null,
  at timestamptz not null default now(),
  who text not null,
  action text not null check (action in (
    'delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish', 'hold', 'set_status',
    'decide_statement', 'decide_appeal', 'write_to_account', 'confirm_account', 'decide_reply', 'check_post',
    'mark_handle', 'undo', 'allow_decisions', 'mark_read', 'settle'
  )),
  -- An account of a moderator has no number, nor has a membership, which stands under its reference.
  subject text not null check (subject in ('scammer_report', 'nice_report', 'moderator', 'membership')),
  subject_id int not null,
  username text not null,
  -- The whole row, by the names of its columns.
  before jsonb,
  after jsonb,
  -- Facts of a decision, by name; no text about a person stands anywhere else in its entry.
  details jsonb,
  -- When it was undone.
  restored_at timestamptz,
  erased_at timestamptz
);

-- The log, newest first, of one action; the kind of report is read in the index.
create index audit_log_action on audit_log (action, id desc) include (subject);

-- The entries of one report, and of one kind.
create index audit_log_subject on audit_log (subject, subject_id, id desc) include (action);

-- What a moderator decided within a minute, a day, or a period to be undone.
create index audit_log_time on audit_log (at);

-- What an operation deleted.
create index audit_log_operation on audit_log (operation_id);

-- Append only but for two marks: that an entry was undone, and that an entry was erased, which replaces the name and the
-- texts in it and nothing else.
create function reports.keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.restored_at is null and new.restored_at is not null
      and to_jsonb(new) - 'restored_at' = to_jsonb(old) - 'restored_at' then return new; end if;
    if new.erased_at is not null and old.erased_at is distinct from new.erased_at
      and to_jsonb(new) - '{erased_at,restored_at,username,before,after,details}'::text[]
        = to_jsonb(old) - '{erased_at,restored_at,username,before,after,details}'::text[] then return new; end if;
  end if;
  raise exception 'The audit log is append only';
end $$;

create trigger append_only before update or delete on audit_log
  for each row execute function reports.keep_audit_log();
create trigger never_emptied before truncate on audit_log
  for each statement execute function reports.keep_audit_log();

-- ---------------------------------------------------------------------------------------------------------- traces and renames

-- What reports and statements name besides the account. A row is public while its case is listed, and its statement published.
create table traces (
  report_id int not null,
  -- 0: the report itself.
  statement_id int not null default 0,
  kind text not null,
  value text not null,
  primary key (report_id, statement_id, kind, value)
);

-- Whether what a statement names is public. In a case that a moderator reviewed, only once a moderator has read the statement:
-- otherwise a stranger could put another's wallet or site beside the moderator's word, and into the feeds.
create function reports.speaks(status text, published_at timestamptz, reviewed_at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select published_at is not null and (status = 'unreviewed' or reviewed_at is not null)
$$;

-- Look-up: the cases that name a trace.
create index traces_by_value on traces (kind, value, report_id desc);

-- The names by which X called an account later, read from its reported post, which keeps its number.
create table aliases (
  report_id int not null,
  username text not null,
  seen_at timestamptz not null default now(),
  -- When another name was seen; null: what the account calls itself now.
  left_at timestamptz
);

create unique index aliases_of_case on aliases (report_id, lower(username));

-- Look-up, search and suggestions: a later name, or its beginning.
create index aliases_beginning on aliases (lower(username) text_pattern_ops);

-- Listed reports whose account calls itself, or called itself, by a name between these two; the newest names first.
create function reports.renamed_to(lowest text, highest text, wanted int) returns table (report_id int)
language sql stable rows 10
set search_path = reports, public
set enable_seqscan = off as $$
  select alias.report_id from (
    select * from aliases where lower(username) ~>=~ lowest and lower(username) ~<=~ highest limit 1000
  ) alias
  join scammer_reports report on report.id = alias.report_id and not report.is_removed
  group by alias.report_id order by max(alias.seen_at) desc limit wanted
$$;

-- The private check: later names of accounts by their prefix.
create index aliases_check_prefix on aliases (reports.check_prefix(username));

-- ----------------------------------------------------------------------------------------------------------------------- ledger

-- A leaf for everything that is published, changed, removed or erased, written by one call in the operation's own transaction;
-- what is written past it, the audit finds. Every life of the database has a log: a restore begins a new one, and old leaves stay.
create table ledger_records (
  id bigint generated always as identity primary key,
  log int not null,
  -- Its place in the tree, once the writer has added it.
  leaf_index bigint,
  type text not null,
  -- What the leaf is about, such as `report 7`; null in leaves of 0.1.0.
  subject text collate "C",
  -- The id of the leaf about it before this one, and 0 if this is the first; null in the log of 0.1.0.
  previous bigint,
  report_id int,
  -- The signature of the burn that removed the report.
  burn text,
  -- What the leaf commits to, as canonical JSON (RFC 8785), and the salt that hides it; both null once erased.
  record text,
  salt bytea,
  -- The leaf: public, and never changed.
  entry bytea not null,
  -- By INTERNAL_SECRET, over id, log and all but record and salt: without it, the writer and the audit do not take the record for
  -- the service's. Null in the log of 0.1.0, which has ended.
  mac bytea,
  -- Also what the writer adds next: what has no place yet.
  constraint ledger_records_place unique (log, leaf_index)
);

-- The last leaf of a subject; a waiting one has no place yet.
create index ledger_records_of_subject on ledger_records (log, subject, leaf_index desc, id desc);

-- The history of a case.
create index ledger_records_of_report on ledger_records (report_id, id);

-- Rows of tiles as in C2SP tlog-tiles; a partial tile is the beginning of the full one.
create table ledger_tiles (
  log int not null,
  row_number int not null,
  index bigint not null,
  hashes bytea not null check (length(hashes) >= 32 and length(hashes) <= 8192 and length(hashes) % 32 = 0),
  primary key (log, row_number, index)
);

-- A row for each log; the lock of the last makes one writer, its key signs, and what was signed last.
create table ledger_head (
  log int primary key,
  origin text not null,
  -- With INTERNAL_SECRET, so that the database alone signs nothing. Null where it was readable before.
  encrypted_key bytea,
  size bigint not null default 0,
  checkpoint text,
  -- Its successor begins with a note about it.
  ended_at timestamptz,
  -- By which the log continues the one before it: a signed note with that log's last checkpoint.
  predecessor text,
  -- Why the writer has stopped; null while it works.
  fault text
);

-- What each witness cosigned last: the checkpoint, its size, and the signature lines.
create table ledger_witnesses (
  key text primary key,
  size bigint not null,
  checkpoint text,
  cosignatures text,
  -- Why it refused the head; null once it cosigned.
  refusal text
);

-- What the last audits found.
create table ledger_audits (
  at timestamptz primary key,
  leaves bigint not null,
  differences bigint not null,
  -- The first of them, each a line.
  named text[] not null,
  -- By INTERNAL_SECRET, over all of the above.
  mac bytea not null
);

-- A record is placed in the tree once, and may be erased; the leaf itself stays as it is.
create function reports.keep_ledger_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.leaf_index is null or new.leaf_index = old.leaf_index)
      and (new.record is null and new.salt is null or (new.record, new.salt) = (old.record, old.salt))
      and to_jsonb(new) - '{leaf_index,record,salt}'::text[] = to_jsonb(old) - '{leaf_index,record,salt}'::text[]
    then return new; end if;
  end if;
  raise exception 'The ledger is append only';
end $$;

create trigger append_only before update or delete on ledger_records
  for each row execute function reports.keep_ledger_record();
create trigger never_emptied before truncate on ledger_records
  for each statement execute function reports.keep_ledger_record();

-- ------------------------------------------------------------------------------------------------------------------- kept posts

-- What the posts of reports and statements said when they were published. Erased with them, and when a burn removes the case.
create table kept_posts (
  report_id int not null,
  -- 0: the report itself.
  statement_id int not null default 0,
  published_at timestamptz not null default now(),
  asked_at timestamptz,
  -- The post, what X returned for it, as JSON, and its text.
  twitter_url text,
  answer text,
  text text,
  fetched_at timestamptz,
  -- When X did not return it any more.
  gone_at timestamptz,
  primary key (report_id, statement_id),
  check (num_nulls(twitter_url, answer, text, fetched_at) in (0, 4))
);

-- What is still to be fetched, first what was never asked for, oldest first.
create index kept_posts_waiting on kept_posts (asked_at nulls first, published_at) where fetched_at is null and gone_at is null;

-- ------------------------------------------------------------------------------------------------------------------------ feeds

-- What changed last in the feeds, by case; names and texts stay with the reports. A version is the list's.
create table feed_changes (
  report_id int primary key,
  version bigint not null,
  changed_at timestamptz not null,
  -- The same of the feeds of corroborated cases; null for a case that was never in them.
  corroborated_version bigint,
  corroborated_changed_at timestamptz,
  -- When it left the feeds, each time: a revoked STIX indicator never comes back.
  left_at timestamptz[] not null default '{}',
  corroborated_left_at timestamptz[] not null default '{}',
  -- What they show of it since, as in feed_entries; null for a case that is in none.
  shows text
);

-- Changes since a version, of all cases and of corroborated ones.
create index feed_changes_by_version on feed_changes (version, report_id);
create index feed_changes_of_corroborated on feed_changes (corroborated_version, report_id)
  where corroborated_version is not null;

-- What the feeds show of a case, by which a change of it is known: its status, and a hash of the rest; null off the list.
create view feed_entries as
  select id as report_id, case when not is_removed then status || ' ' || md5(jsonb_build_array(
    username, twitter_url, scam_category, extract(epoch from handle_changed_at), case when names_version > 0 then nullif(jsonb_build_array((
      select jsonb_agg(distinct jsonb_build_array(kind, value))
      from traces named left join statements stated on stated.id = named.statement_id
      where named.report_id = report.id and (named.statement_id = 0 or speaks(report.status, stated.published_at, stated.reviewed_at))
    ), (
      select jsonb_agg(jsonb_build_array(alias.username, extract(epoch from seen_at), left_at is null) order by lower(alias.username) collate "C")
      from aliases alias where alias.report_id = report.id
    ), reports.loss_totals(id)), '[null, null, null]') end)::text) end as entry
  from scammer_reports report;

-- How far each subscriber of webhooks was notified; known by a hash of its URL.
create table webhook_cursors (
  subscriber text primary key,
  epoch uuid not null,
  version bigint not null,
  report_id int not null,
  -- By INTERNAL_SECRET, over all of the above.
  mac bytea
);
