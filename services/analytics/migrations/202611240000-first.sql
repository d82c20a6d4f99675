-- Visits, one partition per month, so that an old month goes in one step (`visits/partitions.ts` makes and drops them).
create sequence site_visits_id_seq;

create table site_visits (
  id bigint not null default nextval('site_visits_id_seq'),
  visit_date timestamptz not null default now(),
  ip_address text,
  user_agent text,
  page_url text not null,
  referrer text,
  primary key (id, visit_date)
) partition by range (visit_date);

alter sequence site_visits_id_seq owned by site_visits.id;

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
