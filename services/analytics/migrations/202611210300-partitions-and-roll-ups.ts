import type { Knex } from 'knex';

/** Visits by month, so that an old month goes in one step, and roll-ups, so that no answer has to look at visits. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.renameTable('site_visits', 'unpartitioned_visits');
  await createVisits(knex);
  await createRollUps(knex);
  await moveVisits(knex);
  await rollUp(knex);
  await knex.schema.dropTable('unpartitioned_visits');
}

async function createVisits(knex: Knex): Promise<void> {
  await knex.raw('alter sequence site_visits_id_seq owned by none');
  await knex.raw('alter table unpartitioned_visits alter column id drop default');
  await knex.raw('alter index site_visits_pkey rename to unpartitioned_visits_pkey');
  await knex.raw(`
    create table site_visits (
      id bigint not null default nextval('site_visits_id_seq'),
      visit_date timestamptz not null default now(),
      ip_address text,
      user_agent text,
      page_url text not null,
      referrer text,
      primary key (id, visit_date)
    ) partition by range (visit_date)`);
  await knex.raw('alter sequence site_visits_id_seq owned by site_visits.id');
}

async function createRollUps(knex: Knex): Promise<void> {
  // The primary keys serve all reads: ranges of days, and the names of one day.
  await knex.raw('create table daily_visits (day date primary key, visits bigint not null)');
  for (const [table, name] of [
    ['daily_pages', 'page'],
    ['daily_referrers', 'referrer'],
  ]) {
    await knex.raw(
      `create table ${table} (day date, ${name} text, visits bigint not null, primary key (day, ${name}))`,
    );
  }
  await knex.raw('create table chores (name text primary key, done_at timestamptz not null)');
}

async function moveVisits(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { month: string; begin: string; end: string }[] }>(`
    select to_char(month, 'YYYY_MM') as month, to_char(month, 'YYYY-MM-DD') as begin,
      to_char(month + interval '1 month', 'YYYY-MM-DD') as end
    from (select distinct date_trunc('month', visit_date at time zone 'UTC') as month from unpartitioned_visits) as months`);
  for (const { month, begin, end } of rows) {
    await knex.raw(
      `create table site_visits_${month} partition of site_visits for values from ('${begin} 00:00:00+00') to ('${end} 00:00:00+00')`,
    );
  }
  await knex.raw(`
    insert into site_visits (id, visit_date, ip_address, user_agent, page_url, referrer)
    select id, visit_date, ip_address, user_agent, page_url, referrer from unpartitioned_visits`);
}

/** What was counted so far, as `visits/tally.ts` counts what comes; at most 200 names a day, the others together. */
async function rollUp(knex: Knex): Promise<void> {
  const day = "(visit_date at time zone 'UTC')::date";
  await knex.raw(`insert into daily_visits select ${day}, count(*) from unpartitioned_visits group by 1`);
  const page = "coalesce(nullif(rtrim(split_part(page_url, '?', 1), '/'), ''), '/')";
  const host = "lower(substring(referrer from '^https?://(?:[^/?#@]*@)?(?:www\\.)?([^/:?#]+)'))";
  const from = `case when coalesce(referrer, '') = '' then '' else coalesce(${host}, '(other)') end`;
  for (const [table, name] of [
    ['daily_pages', page],
    ['daily_referrers', from],
  ]) {
    const statement = `
      insert into ${table}
      select day, case when rank <= 200 and length(name) <= 200 then name else '(other)' end, sum(visits)
      from (
        select day, name, count(*) as visits, row_number() over (partition by day order by count(*) desc, name) as rank
        from (select ${day} as day, ${name} as name from unpartitioned_visits) as named group by day, name
      ) as counted
      group by 1, 2`;
    // Knex takes a bare question mark for a value's place.
    await knex.raw(statement.replaceAll('?', '\\?'));
  }
}
