import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '@naughty-list/bench/quantiles';
import type { Attack } from '../attack.ts';
import { newClient } from '../clients.ts';
import { countStatuses } from '../sender/requests.ts';
import { describeStatuses, milliseconds } from '../words.ts';
import { makeJunkClaims } from './junk-claims.ts';

const PAYERS = 6;
/** Until the calls wait at the service. */
const SETTLED_MS = 1_000;

export const stoppedWhileWaiting: Attack = {
  name: 'stopped-while-waiting',
  title: '(a fault) reports, then the gateway, gets SIGTERM while payers wait',
  bound: 'each gets 202 at once',
  async run({ product, flood, observe }) {
    const { services } = product.stack;
    const stopWhileWaiting = async (name: 'reports' | 'gateway') => {
      // Without the header, each call takes its time: it is of an unknown transaction.
      const claims = (await makeJunkClaims(product, PAYERS)).map(({ headers: _prefer, ...claim }) => claim);
      const requests = claims.map((claim) => ({ ...claim, from: newClient() }));
      const sending = flood({ requests, connections: PAYERS });
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
