import { UndoneAccount } from '@naughty-list/contracts/audit-log';
import { type Attack, noneFailed } from '../attack.ts';
import { newClient } from '../clients.ts';
import { addModerator, openDesk } from '../desk.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { insertReports } from '../target.ts';
import { describeStatuses, seconds } from '../words.ts';
import { sendAll } from '../writes.ts';

/** The default of `CONSEQUENTIAL_DECISIONS_PER_DAY`. */
const PER_DAY = 10;
const ROGUE = 'grinch';
const CONNECTIONS = 10;
const HOUR_MS = 3_600_000;

export const rogueModerator: Attack = {
  name: 'rogue-moderator',
  title: 'a moderator who clears as many cases as possible',
  bound: `${PER_DAY} a day without another one's word; one undo by an admin lists all of them again`,
  prepare: async (product, scale) => {
    await insertReports(product, 'rogue', scale.clearings);
    addModerator(product, ROGUE);
  },
  async run(scene) {
    const { product, observe } = scene;
    const { rows } = await product.db.query<{ id: number }>(
      "select id from reports.scammer_reports where username like 'rogue\\_%' order by id",
    );
    const [admin, rogue] = [await openDesk(product), await openDesk(product, ROGUE)];
    const headers = { cookie: rogue.headers.cookie ?? '' };
    const client = newClient();
    const body = JSON.stringify({
      status: 'cleared',
      rule: 'report_false',
      reason: 'The post says nothing of it.',
      version: 1,
    });
    const calls = rows.map(
      ({ id }): Sent => ({
        method: 'POST',
        path: `/api/admin/review/cases/${id}/status`,
        from: client,
        headers,
        body,
      }),
    );
    const { value: answers, seen } = await observe(() => sendAll(scene, calls, CONNECTIONS));
    const counts = countStatuses(answers);
    const own = await rogue.post('/api/admin/review/allowances', { who: ROGUE, count: 1_000 });
    const cleared = await countCleared(product.db);
    const now = Date.now();
    const period = {
      who: ROGUE,
      from: new Date(now - HOUR_MS).toISOString(),
      to: new Date(now + HOUR_MS).toISOString(),
    };
    const undo = async (dryRun: boolean) =>
      UndoneAccount.parse((await admin.post('/api/admin/audit-log/undo', { ...period, dryRun })).body);
    const shown = await undo(true);
    const meanwhile = await countCleared(product.db);
    const began = performance.now();
    const undone = await undo(false);
    const tookS = (performance.now() - began) / 1_000;
    const left = await countCleared(product.db);
    const byRogue = await rogue.post('/api/admin/audit-log/undo', { ...period, dryRun: false });
    return {
      sent: `${calls.length} cases in ${seconds(seen.seconds)}: ${describeStatuses(counts)}; then allowed itself more: ${own.status}`,
      saw: [
        `${cleared} cleared; the undo shows ${shown.left}, then undoes ${undone.undone} in ${seconds(tookS)}; ${left} still cleared`,
      ],
      checks: [
        {
          what: 'a moderator clears a day’s share alone',
          holds: cleared <= PER_DAY && counts[200] === cleared,
        },
        { what: 'none allows itself more', holds: own.status === 409 },
        {
          what: 'an undo first shows what it would do',
          holds: shown.left === cleared && meanwhile === cleared,
        },
        { what: 'one undo restores all', holds: undone.undone === cleared && left === 0 },
        { what: 'a moderator undoes nothing of the kind', holds: byRogue.status === 403 },
        noneFailed(seen),
      ],
    };
  },
};

async function countCleared(db: Parameters<typeof insertReports>[0]['db']): Promise<number> {
  const { rows } = await db.query<{ cleared: number }>(
    `select count(*)::int as cleared from reports.scammer_reports
     where username like 'rogue\\_%' and (status <> 'unreviewed' or is_removed)`,
  );
  return rows[0]?.cleared ?? 0;
}
