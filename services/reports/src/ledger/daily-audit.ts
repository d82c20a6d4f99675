import { auditLedgerJob } from '@naughty-list/contracts/ledger';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { auditDatabase } from './audit.ts';

const EVERY_MS = 86_400_000;
/** For how many days audits are kept, and how many differences are named of each. */
const KEPT = 30;
const NAMED_MAX = 100;

/** Audits the own database, and keeps what it found for metrics, doctor and runbook. */
export async function auditLedger({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const { leaves, count, named } = await auditDatabase(db);
  await keepAudit(db, { leaves, differences: count, named: named.slice(0, NAMED_MAX) });
  if (count > 0) log.error({ count, named: named.slice(0, 10) }, 'the ledger and the site differ');
  else log.info({ leaves }, 'the ledger and the site agree');
}

async function keepAudit(
  db: Knex,
  audit: { leaves: number; differences: number; named: string[] },
): Promise<void> {
  await db('ledger_audits').insert(audit);
  await db('ledger_audits').whereRaw(`at < now() - interval '${KEPT} days'`).delete();
}

/** Asks for the audit once a day. */
export function dailyAudit({ queues, log }: Context): void {
  void queues
    .repeat(auditLedgerJob, {}, EVERY_MS)
    .catch((err) => log.warn({ err }, 'the daily audit of the ledger was not scheduled'));
}
