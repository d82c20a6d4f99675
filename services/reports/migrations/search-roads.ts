import type { Knex } from 'knex';

/** A table of reports that is searched. The functions of its roads are told apart by the prefix of their names. */
export type SearchedTable = {
  table: 'scammer_reports' | 'nice_reports';
  prefix: '' | 'nice_';
  /** The condition of a listed row. */
  listed: 'not is_removed' | 'true';
  /** Ids of those listed whose username is `word`, newest first, at most `wanted`. */
  exactly: string;
  /** The name of the function that is called from outside. */
  search: 'search_report_ids' | 'search_nice_report_ids';
};

/**
 * Search in a table: the indexes of its roads, and the roads themselves. `README.md` tells what is found by which. A
 * road that is released is changed by a migration that replaces its functions.
 */
export async function createSearch(db: Knex, searched: SearchedTable): Promise<void> {
  await db.raw(indexes(searched));
  for (const road of [newest, candidates, beginning, newestMatching, search]) await db.raw(road(searched));
}

/** What the roads of every table use. */
export async function createSearchParts(db: Knex): Promise<void> {
  await db.raw('create extension if not exists pg_trgm with schema public');
  await db.raw(pieces);
  await db.raw(appendNew);
}

const indexes = ({ table, listed }: SearchedTable) => `
  -- A username's beginning of three letters or more; how often a username was reported lately.
  create index ${table}_beginning on ${table} (lower(username) text_pattern_ops);

  -- A username's beginning of one letter, or two, newest first.
  create index ${table}_first_letter
    on ${table} (left(lower(username), 1), reported_at desc, id desc) where ${listed};
  create index ${table}_first_two_letters
    on ${table} (left(lower(username), 2), reported_at desc, id desc) where ${listed};

  -- Three letters anywhere. Without a pending list, which every search would have to read through.
  create index ${table}_username_trigrams
    on ${table} using gin (lower(username) gin_trgm_ops) with (fastupdate = off);
  create index ${table}_description_trigrams
    on ${table} using gin (lower(description) gin_trgm_ops) with (fastupdate = off);`;

// Each road is a function with its own planner settings, so that it has one possible plan, whatever the statistics say
// and however its caller prepares it.
export const onlyTheOrderedIndex =
  'set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off';
const onlyBitmaps = 'set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off';
export const home = 'set search_path = reports, public';

const pieces = `
  -- Three-letter pieces of a text that the trigram indexes know; empty when it has none.
  create function reports.search_pieces(word text) returns text[] language sql immutable parallel safe ${home} as $$
    select coalesce(array_agg(piece), '{}') from (
      select distinct substr(run[1], least(start, length(run[1]) - 2), 3) as piece
      from regexp_matches(word, '[[:alnum:]]{3,}', 'g') run, generate_series(1, length(run[1]), 3) start
    ) every_piece
    where cardinality(show_trgm(piece)) > 0
  $$;`;

const appendNew = `
  create function reports.append_new(found int[], more int[], wanted int) returns int[] language sql immutable as $$
    select found || array(
      select id from unnest(more) with ordinality hit (id, place) where id <> all (found)
      order by place limit wanted - cardinality(found)
    )
  $$;`;

const newest = ({ table, prefix, listed }: SearchedTable) => `
  -- The newest reports of the newest 'walked' whose field is like the pattern, newest first.
  create function reports.${prefix}newest_like(field text, pattern text, wanted int, walked int)
  returns table (id int, reported_at timestamptz) language sql stable rows 100 ${home} ${onlyTheOrderedIndex} as $$
    select report.id, report.reported_at from (
      select * from ${table} where ${listed} order by reported_at desc, id desc limit walked
    ) report
    where lower(case field when 'username' then report.username else report.description end) like pattern
    order by report.reported_at desc, report.id desc limit wanted
  $$;`;

const candidates = ({ table, prefix, listed }: SearchedTable) => `
  -- At most 'touched' reports whose field holds every piece, and whether it is like the pattern. The condition is the
  -- pieces alone: for them the index is exact, so that the limit bounds the rows that are read.
  create function reports.${prefix}holding_pieces(field text, pieces text[], pattern text, touched int)
  returns table (id int, reported_at timestamptz, matches boolean)
  language plpgsql stable rows 1000 ${home} ${onlyBitmaps} as $$
  declare
    expression text := format('lower(%I)', field);
    conditions text;
  begin
    select string_agg(format('%s like %L', expression, '%' || piece || '%'), ' and ')
    into conditions from (select piece from unnest(pieces) piece limit 6) few;
    return query execute format(
      'select id, reported_at, ${listed} and %s like $1 from ${table} where %s limit $2',
      expression, conditions
    ) using pattern, touched;
  end $$;`;

const beginning = ({ table, prefix, listed }: SearchedTable) => `
  -- At most 'touched' listed reports whose username begins with the word.
  create function reports.${prefix}beginning_with(word text, touched int)
  returns table (id int, reported_at timestamptz, matches boolean)
  language sql stable rows 1000 ${home} set enable_seqscan = off set enable_bitmapscan = off as $$
    select id, reported_at, ${listed} from ${table}
    where lower(username) ~>=~ word and lower(username) ~<~ (word || chr(1114111))
    order by lower(username) using ~<~ limit touched
  $$;`;

// What one step of a search reads at the most: PROBED, and TOUCHED by the index, and WALKED. They are chosen so that on a
// million reports, the walk is as quick for what is too much for the index as the index is for what it may find.
const PROBED = 100;
const PROBED_ENOUGH = 3;
const TOUCHED = 5_000;
const WALKED = 30_000;

const newestMatching = ({ table, prefix }: SearchedTable) => `
  -- The newest reports whose field is like the pattern, newest first. A term that several of the newest reports hold is
  -- looked for from the newest on; any other, by the index. What is too much for either is found as far as both reach.
  create function reports.${prefix}newest_matching(field text, pattern text, word text, step text, wanted int)
  returns int[] language plpgsql stable ${home} as $$
  declare
    pieces text[] := case step when 'contains' then search_pieces(word) else '{}' end;
    is_common boolean := (select count(*) >= ${PROBED_ENOUGH} from ${prefix}newest_like(field, pattern, wanted, ${PROBED}));
    walked int[];
  begin
    if is_common or step = 'contains' and cardinality(pieces) = 0 then
      walked := array(select id from ${prefix}newest_like(field, pattern, wanted, ${WALKED}));
      if not is_common or cardinality(walked) >= wanted then return walked; end if;
    end if;
    return array(
      with touched as materialized (
        select * from ${prefix}beginning_with(word, ${TOUCHED} + 1) where step = 'begins'
        union all
        select * from ${prefix}holding_pieces(field, pieces, pattern, ${TOUCHED} + 1)
        where step = 'contains' and cardinality(pieces) > 0
      ), newest as materialized (
        select * from ${prefix}newest_like(field, pattern, wanted, ${WALKED})
        where (select count(*) from touched) > ${TOUCHED}
      )
      select id from (
        select id, reported_at from touched where matches union select id, reported_at from newest
        union select id, reported_at from ${table} where id = any (walked)
      ) candidate order by reported_at desc, id desc limit wanted
    );
  end $$;`;

const search = ({ table, prefix, listed, exactly, search }: SearchedTable) => `
  -- Listed reports that hold the term, best match first: the username itself, usernames that begin with it, usernames
  -- that hold it, descriptions; the newest first among equals. One and two letters are looked for in beginnings alone.
  create function reports.${search}(term text, wanted int) returns setof int
  language plpgsql stable rows 100 ${home} as $$
  declare
    word text := lower(term);
    literal text := regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g');
    found int[] := array(${exactly});
    more int[];
  begin
    if char_length(word) = 1 then
      more := array(
        select id from ${table} where ${listed} and left(lower(username), 1) = word
        order by reported_at desc, id desc limit wanted
      );
      return query select unnest(append_new(found, more, wanted));
      return;
    elsif char_length(word) = 2 then
      more := array(
        select id from ${table} where ${listed} and left(lower(username), 2) = word
        order by reported_at desc, id desc limit wanted
      );
      return query select unnest(append_new(found, more, wanted));
      return;
    end if;
    -- Usernames are letters, digits and underscores. Each step is a statement of its own: inside a larger one, the
    -- planner would call it once more to guess how much it finds.
    if word !~ '[^a-z0-9_]' and cardinality(found) < wanted then
      more := ${prefix}newest_matching('username', literal || '%', word, 'begins', wanted + 1);
      found := append_new(found, more, wanted);
      if cardinality(found) < wanted then
        more := ${prefix}newest_matching('username', '%' || literal || '%', word, 'contains', wanted + cardinality(found));
        found := append_new(found, more, wanted);
      end if;
    end if;
    if cardinality(found) < wanted then
      more := ${prefix}newest_matching('description', '%' || literal || '%', word, 'contains', wanted + cardinality(found));
      found := append_new(found, more, wanted);
    end if;
    return query select unnest(found);
  end $$;`;
