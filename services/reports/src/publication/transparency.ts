import {
  TRANSPARENCY_MONTHS,
  type Transparency,
  type TransparencyMonth,
} from '@naughty-list/contracts/transparency';
import type { Knex } from 'knex';

type Row = {
  months: TransparencyMonth[];
  openAppeals: number;
  oldestDueAt: Date | null;
};

/** SQL: the rows of a table by the month (UTC) of a time, within the months shown. */
const byMonth = (time: string, counts: string, from: string) =>
  `select date_trunc('month', ${time} at time zone 'UTC') as month, ${counts} from ${from}
   where ${time} >= (select min(month) at time zone 'UTC' from months) group by 1`;

const HELD = 'filter (where held_at is not null or hold_reason is not null)';
const GRANTED = "filter (where decision in ('granted', 'partly_granted'))";

/**
 * The latest months up to that of `now`, newest first, beginning with the first in which anything happened. Reports,
 * statements and burns are counted by an index on time; appeals are few.
 */
export async function readTransparency(db: Knex, now: Date): Promise<Omit<Transparency, 'reconciliation'>> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with months as (
       select newest - back * interval '1 month' as month
       from date_trunc('month', :now::timestamptz at time zone 'UTC') newest, generate_series(0, ${TRANSPARENCY_MONTHS - 1}) back
     ), reported as (${byMonth('reported_at', `count(*)::int as reports, count(*) ${HELD}::int as held`, 'scammer_reports')}
     ), stated as (${byMonth('made_at', `count(*)::int as statements, count(*) ${HELD}::int as held`, 'statements')}
     ), opened as (${byMonth('opened_at', 'count(*)::int as appeals', 'appeals')}
     ), decided as (${byMonth(
       'decided_at',
       `count(*)::int as decided, count(*) ${GRANTED}::int as granted,
         percentile_cont(0.5) within group (order by extract(epoch from decided_at - opened_at) / 3600) as hours`,
       "(select * from appeals where decision <> 'withdrawn') appeals",
     )}
     ), burned as (${byMonth(
       'decided_at',
       // Exact, because dividing numerics rounds.
       'count(*)::int as burns, trim_scale(sum((amount - sent) * 10::numeric ^ (-decimals)))::text as burned',
       "(select * from removal_claims where status = 'removed' and amount > sent) claims",
     )}
     ), counted as (
       select month, to_char(month, 'YYYY-MM') as name, coalesce(reports, 0) as reports, coalesce(statements, 0) as statements,
         coalesce(reported.held, 0) + coalesce(stated.held, 0) as held, coalesce(appeals, 0) as appeals,
         coalesce(decided, 0) as decided, coalesce(granted, 0) as granted, round(hours::numeric, 1)::float8 as hours,
         coalesce(burns, 0) as burns, coalesce(burned, '0') as burned
       from months left join reported using (month) left join stated using (month) left join opened using (month)
         left join decided using (month) left join burned using (month)
     ), first as (
       select min(month) as month from counted where reports + statements + appeals + decided + burns > 0
     )
     select
       (select jsonb_agg(jsonb_build_object('month', name, 'reports', reports, 'statements', statements, 'held', held,
          'appeals', appeals, 'appealsDecided', decided, 'appealsGranted', granted, 'medianDecisionHours', hours,
          'overturnRate', round(granted::numeric / nullif(decided, 0), 4)::float8, 'burns', burns, 'burned', burned)
          order by counted.month desc)
        from counted, first where counted.month >= coalesce(first.month, (select max(month) from months))) as months,
       (select count(*)::int from appeals where decided_at is null) as "openAppeals",
       (select min(due_at) from appeals where decided_at is null) as "oldestDueAt"`,
    { now },
  );
  const { months, openAppeals, oldestDueAt } = rows[0] as Row;
  return { months, openAppeals, oldestDueAt: oldestDueAt?.toISOString() ?? null };
}
