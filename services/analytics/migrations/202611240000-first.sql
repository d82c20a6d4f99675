create table site_visits (
  id bigserial primary key,
  visit_date timestamptz not null default now(),
  ip_address text,
  user_agent text,
  page_url text not null,
  referrer text
);

-- Serves countLiveVisitors, and maintainVisits: the newest, and those past the retention.
create index site_visits_date on site_visits (visit_date);

-- Batches already recorded: a job that runs twice counts once.
create table recorded_batches (
  batch_id uuid primary key,
  recorded_at timestamptz not null
);

-- Roll-ups, so that no answer reads visits. The primary key serves every read: ranges of days, and the names of one day.
create table daily_visits (
  -- All visits and visitors have no name.
  kind text check (kind in ('all', 'visitor', 'page', 'referrer', 'device', 'country')),
  day date,
  name text,
  visits bigint not null,
  primary key (kind, day, name)
);
