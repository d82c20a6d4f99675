import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantiles } from '@naughty-list/bench/report';
import { IDEMPOTENCY_KEY_HEADER } from '@naughty-list/contracts/idempotency';
import { type Attack, describeStatuses, milliseconds, type Outcome, type Scene, seconds } from '../attack.ts';
import { newClient } from '../clients.ts';
import { type Answer, countStatuses, type Sent } from '../sender/requests.ts';
import { countReports } from '../target.ts';
import { newReport, sendHonestly } from '../writes.ts';
import { makeJunkClaims } from './payments.ts';

const WRITE_EVERY_MS = 2_000;
/** The gateway's time limit of a call, with a margin. */
const ANSWERED_WITHIN_MS = 7_000;
const OVER_AFTER_WRITES = 4;

type Written = Answer & { username: string; sent: Sent };

export const hungService: Attack = {
  name: 'hung-service',
  title: '(a fault) the reports service gets SIGSTOP, and SIGCONT before it is killed',
  bound: 'lists are answered, writes within seconds; nothing that was answered 503 is stored later',
  run: hang,
};

async function hang(scene: Scene): Promise<Outcome> {
  const { product, observe } = scene;
  const { reports } = product.stack.services;
  const first = reports.pid;
  const { value, seen } = await observe(async () => {
    await write(scene);
    const began = performance.now();
    await reports.kill('SIGSTOP');
    const written: Written[] = [];
    for (let n = 1; ; n += 1) {
      const one = await write(scene);
      written.push(one);
      if (one.status === 201) break;
      if (n === OVER_AFTER_WRITES) await reports.kill('SIGCONT');
      await sleep(Math.max(0, WRITE_EVERY_MS - one.ms));
    }
    return { written, downForMs: performance.now() - began };
  });
  const { written, downForMs } = value;
  const refused = written.filter(({ status }) => status !== 201);
  const late = await countReports(product, refused);
  // Retry as a page does, with the same keys.
  const again: Answer[] = [];
  for (const { sent } of refused) again.push(await sendHonestly(scene, sent));
  const stored = await countReports(product, refused);
  const slowest = Math.max(...written.map(({ ms }) => ms));
  const failedLists = Object.entries(seen.failed).filter(([call]) => call.startsWith('list'));
  return {
    sent: `SIGSTOP, then a report every ${WRITE_EVERY_MS / 1_000} s, SIGCONT after ${OVER_AFTER_WRITES} of them`,
    saw: [
      `${seen.list.count} lists, ${seen.staleLists} of them stale, slowest ${milliseconds(seen.list.max)}, ${failedLists.length === 0 ? 'none failed' : `failed: ${JSON.stringify(seen.failed)}`}`,
      `${refused.length} reports answered 503, slowest ${seconds(slowest / 1_000)}; ${late.stored} of them stored later`,
      `reports are taken again after ${seconds(downForMs / 1_000)}`,
    ],
    checks: [
      { what: 'every list is answered', holds: failedLists.length === 0 && seen.staleLists > 0 },
      {
        what: 'reports are refused meanwhile',
        holds: refused.length > 0 && refused.every(({ status }) => status === 503),
      },
      { what: 'nothing that was answered 503 is stored later', holds: late.stored === 0 },
      {
        what: 'a report that is sent again is stored once',
        holds: stored.stored === refused.length && again.every(({ status }) => status === 201),
      },
      { what: 'it goes on by itself', holds: reports.pid === first },
      {
        what: 'writes are answered within seconds',
        holds: slowest <= ANSWERED_WITHIN_MS,
        isTimed: true,
      },
    ],
  };
}

async function write(scene: Scene): Promise<Written> {
  const { username, sent } = newReport(newClient());
  const named = { ...sent, headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() } };
  return { ...(await sendHonestly(scene, named)), username, sent: named };
}

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
