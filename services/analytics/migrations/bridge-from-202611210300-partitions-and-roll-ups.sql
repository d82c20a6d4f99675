insert into site_visits (id, visit_date, ip_address, user_agent, page_url, referrer)
select id, visit_date, ip_address, user_agent, page_url, referrer from before.site_visits;

insert into recorded_batches (batch_id, recorded_at) select batch_id, recorded_at from before.recorded_batches;

-- Visitors were not counted by day.
insert into daily_visits (kind, day, name, visits)
select 'visitor', '2026-01-01', '', hit_count from before.hit_counter
union all select 'all', day, '', visits from before.daily_visits
union all select 'page', day, page, visits from before.daily_pages
union all select 'referrer', day, referrer, visits from before.daily_referrers;
