import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';

/** A report that a payment names, also while it is deleted: the payment may precede the deletion. */
export async function findPayable(db: Knex, id: number): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ id }).first();
}

export async function findPayableByReference(db: Knex, reference: string): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ unique_burn_address: reference }).first();
}
