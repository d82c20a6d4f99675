import type { Knex } from 'knex';

export const config = { transaction: false };

/** Reports that were listed before there was a ledger; later ones have their record already. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    insert into reports.ledger_records (type, report_id, record)
    select 'report-published', report.id, reports.ledger_report(report)
    from reports.scammer_reports report
    where not is_removed
      and not exists (select from reports.ledger_records record where record.report_id = report.id)
    order by report.id
  `);
}
