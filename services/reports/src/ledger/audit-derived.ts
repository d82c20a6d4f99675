import type { Knex } from 'knex';
import type { Differences } from './differences.ts';

/** What pages and feeds show by columns that no leaf has, because they follow from others; each with what is wrong. */
const checks = [
  [
    'its case was cleared at another time than its decision says',
    `select id from scammer_reports where cleared_at is not null and not exists (
       select from case_changes
       where report_id = scammer_reports.id and status = 'cleared' and abs(extract(epoch from at - cleared_at)) < 1)`,
  ],
  [
    'the feeds hide what it names',
    `select id from scammer_reports where names_version = 0 and not is_removed and (
       exists (select from traces where report_id = id) or exists (select from aliases where report_id = id))`,
  ],
  [
    'the feeds do not tell that it is gone',
    `select id from scammer_reports where is_removed and cleared_at is null
       and exists (
         select from ledger_records
         where subject = 'report ' || scammer_reports.id and type in ('report-published', 'report-changed')
       )
       and not exists (select from feed_changes where report_id = id and left_at <> '{}' and version is not null)`,
  ],
  [
    'the feeds do not tell what it says now',
    `select report_id as id from feed_changes left join feed_entries using (report_id)
     where entry is distinct from shows`,
  ],
] as const;

export async function auditDerived(trx: Knex, differences: Differences): Promise<void> {
  for (const [what, sql] of checks) {
    const { rows } = await trx.raw<{ rows: { id: number }[] }>(sql);
    for (const { id } of rows) differences.add(`report ${id}: ${what}`);
  }
}
