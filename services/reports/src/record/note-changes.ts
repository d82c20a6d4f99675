import type { Knex } from 'knex';
import { changeCoded } from './row-codes.ts';

/**
 * Gives a list a new version, by which caches know that it changed. Its row stays locked until the transaction ends, so
 * that a version becomes visible after all those before it.
 */
export async function renewList(trx: Knex, list: 'version' | 'praises'): Promise<void> {
  await trx('state').increment(list, 1);
}

/** Tells feeds and caches which of these cases the feeds show otherwise than before. */
export async function noteCases(trx: Knex, cases: readonly number[]): Promise<void> {
  await renewList(trx, 'version');
  const given = { cases: [...cases] };
  await changeCoded(trx, { table: 'feed_changes', where: 'report_id = any(:cases::int[])', given }, () =>
    trx.raw(NOTE, given),
  );
}

// Each change is later than the one before, whenever its transaction began: consumers keep the state with the latest time.
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
