import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import bs58 from 'bs58';
import type { Attack } from '../attack.ts';
import { newClients } from '../clients.ts';
import { quantiles } from '../measure/quantiles.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { describeStatuses, milliseconds } from '../words.ts';

const PAYERS = 6;
/** Until the calls wait at the service. */
const SETTLED_MS = 1_000;

/** Each call takes its time: it is of an unknown transaction. */
const claims = (id: number | undefined): Sent[] =>
  newClients(PAYERS).map((from) => ({
    method: 'POST',
    path: `/api/scammer-reports/${id}/remove-by-burn`,
    from,
    body: JSON.stringify({ txHash: bs58.encode(randomBytes(64)) }),
  }));

export const stoppedWhileWaiting: Attack = {
  name: 'stopped-while-waiting',
  title: '(a fault) reports, then the gateway, gets SIGTERM while payers wait',
  bound: 'each gets 202 at once',
  async run({ product, sender, scale, observe }) {
    const { url, services } = product.stack;
    const { rows } = await product.db.query<{ id: number }>(
      `select id from reports.scammer_reports where username like 'seed\\_%' and not is_removed limit 1`,
    );
    const stopWhileWaiting = async (name: 'reports' | 'gateway') => {
      const sending = sender.flood({
        url,
        requests: claims(rows[0]?.id),
        connections: PAYERS,
        withinMs: scale.withinMs,
      });
      await sleep(SETTLED_MS);
      const began = performance.now();
      await services[name].kill('SIGTERM');
      const tookMs = performance.now() - began;
      await services[name].ready();
      return { answers: await sending, tookMs };
    };
    const { value, seen } = await observe(async () => [
      await stopWhileWaiting('reports'),
      await stopWhileWaiting('gateway'),
    ]);
    const counts = countStatuses(value.flatMap(({ answers }) => answers));
    const slowest = quantiles(value.map(({ tookMs }) => tookMs)).max;
    return {
      sent: `${2 * PAYERS} claims of unknown transactions that wait`,
      saw: [`answered ${describeStatuses(counts)}; stopping took at most ${milliseconds(slowest)}`],
      checks: [
        { what: 'each payer gets 202', holds: counts[202] === 2 * PAYERS },
        { what: 'lists are answered meanwhile', holds: seen.list.count > 0 },
      ],
    };
  },
};
