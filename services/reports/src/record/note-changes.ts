import type { Knex } from 'knex';
import { changeCoded } from './row-codes.ts';

/**
 * Raises a list's version, by which caches see that it changed. Its row stays locked until the transaction ends, so that
 * versions become visible in order.
 */
export async function renewList(trx: Knex, list: 'version' | 'praises'): Promise<void> {
  await trx('state').increment(list, 1);
}

/** Raises the list's version, and records a feed change for each of these cases whose feed entry changed. */
export async function noteCases(trx: Knex, cases: readonly number[]): Promise<void> {
  await renewList(trx, 'version');
  const given = { cases: [...cases] };
  await changeCoded(trx, { table: 'feed_changes', where: 'report_id = any(:cases::int[])', given }, () =>
    trx.raw(NOTE, given),
  );
}

// Times rise strictly, whenever the transactions began, because consumers keep the state with the latest time.
const NOTE = `
  with changed as (
    select asked.id, entry, shows is not null and entry is null as gone,
      coalesce(entry like 'corroborated %' or shows like 'corroborated %', false) as corroborated,
      shows like 'corroborated %' and entry is distinct from shows and coalesce(entry not like 'corroborated %', true)
        as corroborated_gone
    from unnest(:cases::int[]) asked (id)
    left join feed_entries on feed_entries.report_id = asked.id
    left join feed_changes on feed_changes.report_id = asked.id
    where entry is distinct from shows
  ), dated as materialized (
    select greatest(date_trunc('milliseconds', clock_timestamp()), (
      select changed_at from feed_changes order by version desc, report_id desc limit 1
    ) + interval '1 millisecond') as at
  )
  insert into feed_changes as known
    (report_id, version, changed_at, corroborated_version, corroborated_changed_at, left_at, corroborated_left_at, shows)
  select id, list.version, at, case when corroborated then list.version end, case when corroborated then at end,
    case when gone then array[at] else '{}' end, case when corroborated_gone then array[at] else '{}' end, entry
  from changed, state list, dated order by id
  on conflict (report_id) do update set version = excluded.version, changed_at = excluded.changed_at,
    corroborated_version = coalesce(excluded.corroborated_version, known.corroborated_version),
    corroborated_changed_at = coalesce(excluded.corroborated_changed_at, known.corroborated_changed_at),
    left_at = known.left_at || excluded.left_at,
    corroborated_left_at = known.corroborated_left_at || excluded.corroborated_left_at,
    shows = excluded.shows`;
