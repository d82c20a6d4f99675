import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Knex } from 'knex';
import { readLastAudit } from './kept-audits.ts';
import { countLate, type HeadRow, readHead } from './repository.ts';

/** Whether the writer works; it stops on damage, when a witness refuses (a fork), and while another session holds its lock. */
export async function ledgerWorks(db: Knex): Promise<boolean> {
  const head = await readHead(db);
  return head !== undefined && isWritten(db, head);
}

const isWritten = async (db: Knex, { log, fault }: HeadRow) =>
  fault === null && (await countLate(db, log)) === 0;

/** Whether the ledger is written, and what the last audit found. */
export function addLedgerMetrics(metrics: Metrics, db: Knex): void {
  metrics.addSource({
    name: 'ledger',
    gauges: {
      ledger_stopped: { help: '1: the writer of the ledger has stopped' },
      ledger_leaves: { help: 'Leaves in the signed tree' },
      ledger_audit_differences: { help: 'Differences between ledger and site that the last audit found' },
      ledger_audit_age_seconds: { help: 'Since the last audit' },
    },
    async read() {
      const head = await readHead(db);
      const audit = await readLastAudit(db);
      return {
        ledger_stopped: head ? [{ value: (await isWritten(db, head)) ? 0 : 1 }] : [],
        ledger_leaves: head ? [{ value: head.size }] : [],
        ledger_audit_differences: audit ? [{ value: audit.differences }] : [],
        ledger_audit_age_seconds: audit ? [{ value: audit.age }] : [],
      };
    },
  });
}
