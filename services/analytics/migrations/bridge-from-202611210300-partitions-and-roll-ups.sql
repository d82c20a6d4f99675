-- Months first: a visit needs its partition.
do $$
declare
  month text;
  first_day date;
begin
  for month in select substr(relname, 13) from pg_class join pg_inherits on inhrelid = pg_class.oid
    where inhparent = 'before.site_visits'::regclass
  loop
    first_day := to_date(month || '_01', 'YYYY_MM_DD');
    execute format('create table %I (like site_visits including all)', 'site_visits_' || month);
    execute format(
      'alter table site_visits attach partition %I for values from (%L) to (%L)', 'site_visits_' || month,
      first_day || ' 00:00:00+00', (first_day + interval '1 month')::date || ' 00:00:00+00'
    );
  end loop;
end $$;

insert into site_visits (id, visit_date, ip_address, user_agent, page_url, referrer)
select id, visit_date, ip_address, user_agent, page_url, referrer from before.site_visits;

insert into recorded_batches (batch_id, recorded_at) select batch_id, recorded_at from before.recorded_batches;

-- Visitors were not counted by day.
insert into daily_visits (kind, day, name, visits)
select 'visitor', '2026-01-01', '', hit_count from before.hit_counter
union all select 'all', day, '', visits from before.daily_visits
union all select 'page', day, page, visits from before.daily_pages
union all select 'referrer', day, referrer, visits from before.daily_referrers;
