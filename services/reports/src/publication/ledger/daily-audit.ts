import { randomInt } from 'node:crypto';
import { auditLedgerJob } from '@naughty-list/contracts/ledger';
import { type BaseContext, every } from '@naughty-list/service-kit/lifecycle/define-service';
import { auditDatabase } from './audit.ts';
import { keepAudit } from './kept-audits.ts';

const EVERY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Each hour has an unannounced audit with a chance of one in so many. */
const UNFORESEEN_ONE_IN = 8;
/** How many differences are kept by name. */
const NAMED_MAX = 100;

/** Audits this service's database, and stores the result for metrics, doctor and runbook. */
export async function auditLedger({
  db,
  log,
  clock,
}: Pick<BaseContext, 'db' | 'log' | 'clock'>): Promise<void> {
  const { leaves, count, named } = await auditDatabase(db);
  await keepAudit(db, { at: clock.now(), leaves, differences: count, named: named.slice(0, NAMED_MAX) });
  if (count > 0) log.error({ count, named: named.slice(0, 10) }, 'the ledger and the site differ');
  else log.info({ leaves }, 'the ledger and the site agree');
}

/** Schedules the audit once a day. */
export function dailyAudit({ queues, log }: BaseContext): void {
  void queues
    .repeat(auditLedgerJob, {}, EVERY_MS)
    .catch((err) => log.warn({ err }, 'the daily audit of the ledger was not scheduled'));
}

/** Audits at random hours, too: a change could be reverted in time for an audit that the queue announces. */
export const unforeseenAudit = every(
  HOUR_MS,
  async (context: BaseContext) => {
    if (randomInt(UNFORESEEN_ONE_IN) === 0) await auditLedger(context);
  },
  { name: 'an audit of the ledger' },
);
