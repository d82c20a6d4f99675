-- Search and suggestions find a renamed account by the names it took later, as the look-up does.

-- The beginning of such a name.
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

-- Listed reports that hold the term, best match first: the username itself, now or later, usernames that begin with it, and later
-- ones, usernames that hold it, descriptions; the newest first among equals. One and two letters are looked for in beginnings alone.
create or replace function reports.search_report_ids(term text, wanted int) returns setof int
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
