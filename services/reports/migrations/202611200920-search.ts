import type { Knex } from 'knex';

/** Search: the indexes of its roads, and the roads themselves. `README.md` tells what is found by which. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create extension if not exists pg_trgm with schema public;

    -- A username's beginning of three letters or more; how often a username was reported lately.
    create index scammer_reports_beginning on scammer_reports (lower(username) text_pattern_ops);

    -- A username's beginning of one letter, or two, newest first.
    create index scammer_reports_first_letter
      on scammer_reports (left(lower(username), 1), reported_at desc, id desc) where not is_removed;
    create index scammer_reports_first_two_letters
      on scammer_reports (left(lower(username), 2), reported_at desc, id desc) where not is_removed;

    -- Three letters anywhere. Without a pending list, which every search would have to read through.
    create index scammer_reports_username_trigrams
      on scammer_reports using gin (lower(username) gin_trgm_ops) with (fastupdate = off);
    create index scammer_reports_description_trigrams
      on scammer_reports using gin (lower(description) gin_trgm_ops) with (fastupdate = off);
  `);
  await db.raw(pieces);
  await db.raw(newest);
  await db.raw(candidates);
  await db.raw(beginning);
  await db.raw(newestMatching);
  await db.raw(search);
}

// Each road is a function with its own planner settings, so that it has one possible plan, whatever the statistics say
// and however its caller prepares it.
const onlyTheOrderedIndex = 'set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off';
const onlyBitmaps = 'set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off';
const home = 'set search_path = reports, public';

const pieces = `
  -- Three-letter pieces of a text that the trigram indexes know; empty when it has none.
  create function reports.search_pieces(word text) returns text[] language sql immutable parallel safe ${home} as $$
    select coalesce(array_agg(piece), '{}') from (
      select distinct substr(run[1], least(start, length(run[1]) - 2), 3) as piece
      from regexp_matches(word, '[[:alnum:]]{3,}', 'g') run, generate_series(1, length(run[1]), 3) start
    ) every_piece
    where cardinality(show_trgm(piece)) > 0
  $$;`;

const newest = `
  -- The newest reports of the newest 'walked' whose field is like the pattern, newest first.
  create function reports.newest_like(field text, pattern text, wanted int, walked int)
  returns table (id int, reported_at timestamptz) language sql stable rows 100 ${home} ${onlyTheOrderedIndex} as $$
    select report.id, report.reported_at from (
      select * from scammer_reports where not is_removed order by reported_at desc, id desc limit walked
    ) report
    where lower(case field when 'username' then report.username else report.description end) like pattern
    order by report.reported_at desc, report.id desc limit wanted
  $$;`;

const candidates = `
  -- At most 'touched' reports whose field holds every piece, and whether it is like the pattern. The condition is the
  -- pieces alone: for them the index is exact, so that the limit bounds the rows that are read.
  create function reports.holding_pieces(field text, pieces text[], pattern text, touched int)
  returns table (id int, reported_at timestamptz, matches boolean)
  language plpgsql stable rows 1000 ${home} ${onlyBitmaps} as $$
  declare
    expression text := format('lower(%I)', field);
    conditions text;
  begin
    select string_agg(format('%s like %L', expression, '%' || piece || '%'), ' and ')
    into conditions from (select piece from unnest(pieces) piece limit 6) few;
    return query execute format(
      'select id, reported_at, not is_removed and %s like $1 from scammer_reports where %s limit $2',
      expression, conditions
    ) using pattern, touched;
  end $$;`;

const beginning = `
  -- At most 'touched' listed reports whose username begins with the word.
  create function reports.beginning_with(word text, touched int)
  returns table (id int, reported_at timestamptz, matches boolean)
  language sql stable rows 1000 ${home} set enable_seqscan = off set enable_bitmapscan = off as $$
    select id, reported_at, not is_removed from scammer_reports
    where lower(username) ~>=~ word and lower(username) ~<~ (word || chr(1114111))
    order by lower(username) using ~<~ limit touched
  $$;`;

// What one step of a search reads at the most: PROBED, and TOUCHED by the index, and WALKED. They are chosen so that on a
// million reports, the walk is as quick for what is too much for the index as the index is for what it may find.
const PROBED = 100;
const PROBED_ENOUGH = 3;
const TOUCHED = 5_000;
const WALKED = 30_000;

const newestMatching = `
  -- The newest reports whose field is like the pattern, newest first. A term that several of the newest reports hold is
  -- looked for from the newest on; any other, by the index. What is too much for either is found as far as both reach.
  create function reports.newest_matching(field text, pattern text, word text, step text, wanted int)
  returns int[] language plpgsql stable ${home} as $$
  declare
    pieces text[] := case step when 'contains' then search_pieces(word) else '{}' end;
    is_common boolean := (select count(*) >= ${PROBED_ENOUGH} from newest_like(field, pattern, wanted, ${PROBED}));
    walked int[];
  begin
    if is_common or step = 'contains' and cardinality(pieces) = 0 then
      walked := array(select id from newest_like(field, pattern, wanted, ${WALKED}));
      if not is_common or cardinality(walked) >= wanted then return walked; end if;
    end if;
    return array(
      with touched as materialized (
        select * from beginning_with(word, ${TOUCHED} + 1) where step = 'begins'
        union all
        select * from holding_pieces(field, pieces, pattern, ${TOUCHED} + 1)
        where step = 'contains' and cardinality(pieces) > 0
      ), newest as materialized (
        select * from newest_like(field, pattern, wanted, ${WALKED})
        where (select count(*) from touched) > ${TOUCHED}
      )
      select id from (
        select id, reported_at from touched where matches union select id, reported_at from newest
        union select id, reported_at from scammer_reports where id = any (walked)
      ) candidate order by reported_at desc, id desc limit wanted
    );
  end $$;`;

const search = `
  create function reports.append_new(found int[], more int[], wanted int) returns int[] language sql immutable as $$
    select found || array(
      select id from unnest(more) with ordinality hit (id, place) where id <> all (found)
      order by place limit wanted - cardinality(found)
    )
  $$;

  -- Listed reports that hold the term, best match first: the username itself, usernames that begin with it, usernames
  -- that hold it, descriptions; the newest first among equals. One and two letters are looked for in beginnings alone.
  create function reports.search_report_ids(term text, wanted int) returns setof int
  language plpgsql stable rows 100 ${home} as $$
  declare
    word text := lower(term);
    literal text := regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g');
    found int[] := array(select id from scammer_reports where lower(username) = word and not is_removed);
    more int[];
  begin
    if char_length(word) = 1 then
      more := array(
        select id from scammer_reports where not is_removed and left(lower(username), 1) = word
        order by reported_at desc, id desc limit wanted
      );
      return query select unnest(append_new(found, more, wanted));
      return;
    elsif char_length(word) = 2 then
      more := array(
        select id from scammer_reports where not is_removed and left(lower(username), 2) = word
        order by reported_at desc, id desc limit wanted
      );
      return query select unnest(append_new(found, more, wanted));
      return;
    end if;
    -- Usernames are letters, digits and underscores. Each step is a statement of its own: inside a larger one, the
    -- planner would call it once more to guess how much it finds.
    if word !~ '[^a-z0-9_]' then
      more := newest_matching('username', literal || '%', word, 'begins', wanted + 1);
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
  end $$;`;
