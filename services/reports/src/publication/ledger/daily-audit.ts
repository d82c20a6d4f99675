import { randomInt } from 'node:crypto';
import { auditLedgerJob } from '@naughty-list/contracts/ledger';
import { type Database, pingDatabase } from '@naughty-list/service-kit/database/database';
import type { BaseContext, Schedule } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { auditDatabase } from './audit.ts';
import { type Differences, openDifferences } from './differences.ts';
import { keepAudit } from './kept-audits.ts';

const EVERY_MS = 86_400_000;
/** The longest time from one unannounced audit to the next. */
const UNFORESEEN_MAX_MS = 57_600_000;
/** How many differences are kept by name. */
const NAMED_MAX = 100;
/** How often an audit may be cut off while the database answers, before that counts as a difference. */
const CUT_OFF_MAX = 5;

/** Audits this service's database, and stores the result for metrics, doctor and runbook. */
export async function auditLedger({
  db,
  log,
  clock,
}: Pick<BaseContext, 'db' | 'log' | 'clock'>): Promise<void> {
  const { leaves, count, named } = await auditToTheEnd(db, log);
  // Before it is stored, which a lock of the table prevents.
  if (count > 0) log.error({ count, named: named.slice(0, 10) }, 'the ledger and the site differ');
  else log.info({ leaves }, 'the ledger and the site agree');
  await keepAudit(db, { at: clock.now(), leaves, differences: count, named: named.slice(0, NAMED_MAX) });
}

/** Audits until its sessions last: what ends them each time could be what it would find. @throws while the database is away */
async function auditToTheEnd(db: Database, log: Log): Promise<Differences> {
  for (let cutOff = 1; ; cutOff += 1)
    try {
      return await auditDatabase(db);
    } catch (error) {
      if (!(await pingDatabase(db))) throw error;
      log.warn({ err: error, cutOff }, 'the audit of the ledger was cut off');
      if (cutOff < CUT_OFF_MAX) continue;
      const differences = openDifferences();
      differences.add(`the database: its audit was cut off ${cutOff} times`);
      return differences;
    }
}

/** Schedules the audit once a day. */
export function dailyAudit({ queues, log }: BaseContext): void {
  void queues
    .repeat(auditLedgerJob, {}, EVERY_MS)
    .catch((err) => log.warn({ err }, 'the daily audit of the ledger was not scheduled'));
}

/** Audits at times that no one can foresee: a change could be reverted in time for any other, and made again after it. */
export const unforeseenAudit: Schedule<BaseContext> = (context) => {
  let audit = Promise.resolve();
  const next = () =>
    setTimeout(() => {
      audit = auditLedger(context)
        .catch((err) => context.log.warn({ err }, 'an audit of the ledger'))
        .finally(() => {
          timer = next();
        });
    }, randomInt(UNFORESEEN_MAX_MS));
  let timer = next();
  context.onClose(async () => {
    clearTimeout(timer);
    await audit;
    clearTimeout(timer);
  });
};
