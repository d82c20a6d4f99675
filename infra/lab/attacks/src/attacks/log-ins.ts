import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, noneFailed } from '../attack.ts';
import { ipv4Neighbours, ipv6Clients, newClient, newClients } from '../clients.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { ADMIN } from '../target.ts';
import { describeStatuses, number, seconds } from '../words.ts';

const CONNECTIONS = 40;
const HONEST = 32;
/** The default of `RATE_LIMIT_LOGINS_PER_15_MINUTES`. */
const WRONG_MAX = 10;
/** Ten times the default of `RATE_LIMIT_READS_PER_MINUTE`. */
const NETWORK_PER_MINUTE = 6_000;
/** The guesses are under way. */
const HEAD_START_MS = 200;

const logIn = (from: string, password: string): Sent => ({
  method: 'POST',
  path: '/api/admin/login',
  from,
  body: JSON.stringify({ username: ADMIN.username, password }),
});
const wrong = (from: string, at: number) => logIn(from, `guess number ${at}`);

export const wrongPasswords: Attack = {
  name: 'wrong-passwords',
  title: `wrong passwords on ${CONNECTIONS} connections from one /24`,
  bound: `all of ${HONEST} honest admins get in`,
  async run({ product, sender, scale, observe }) {
    const { url } = product.stack;
    const neighbours = ipv4Neighbours(254);
    const guesses = Array.from({ length: scale.floodRequests }, (_, at) =>
      wrong(neighbours[at % 254] ?? '', at),
    );
    const honest = newClients(HONEST).map((from) => logIn(from, ADMIN.password));
    const { withinMs } = scale;
    const { value, seen } = await observe(async () => {
      const guessing = sender.flood({ url, requests: guesses, connections: CONNECTIONS, withinMs });
      await sleep(HEAD_START_MS);
      const began = performance.now();
      const admitted = await sender.flood({ url, requests: honest, connections: HONEST, withinMs });
      return { admitted, admittedInMs: performance.now() - began, guessed: await guessing };
    });
    const admitted = countStatuses(value.admitted);
    return {
      sent: `${number(guesses.length)} guesses in ${seconds(seen.seconds)}: ${describeStatuses(countStatuses(value.guessed))}`,
      saw: [
        `${HONEST} honest log-ins at once: ${describeStatuses(admitted)}, in ${seconds(value.admittedInMs / 1_000)}`,
      ],
      checks: [{ what: 'every honest admin gets in', holds: admitted[200] === HONEST }, noneFailed(seen)],
    };
  },
};

export const evictedWindows: Attack = {
  name: 'evicted-windows',
  title: 'HEADs from all over one IPv6 /48, to push used-up budgets out of the limiter',
  bound: 'the log-in budget stays exhausted',
  async run({ product, sender, scale, observe }) {
    const { url } = product.stack;
    const { withinMs } = scale;
    const guesser = newClient();
    const guess = async (times: number) =>
      countStatuses(
        await sender.flood({
          url,
          requests: Array.from({ length: times }, (_, at) => wrong(guesser, at)),
          connections: 1,
          withinMs,
        }),
      );
    const first = await guess(WRONG_MAX + 1);
    const heads = ipv6Clients(scale.heads, 'many /56').map(
      (from): Sent => ({ method: 'HEAD', path: '/api/site-info', from }),
    );
    const { value, seen } = await observe(() =>
      sender.flood({ url, requests: heads, connections: CONNECTIONS, withinMs }),
    );
    const again = await guess(WRONG_MAX);
    return {
      sent: `${number(heads.length)} HEADs in ${seconds(seen.seconds)}: ${describeStatuses(countStatuses(value))}`,
      saw: [`guesses before: ${describeStatuses(first)}; after: ${describeStatuses(again)}`],
      checks: [
        { what: 'the budget is exhausted at first', holds: first[401] === WRONG_MAX && first[429] === 1 },
        { what: 'and still is afterwards', holds: again[429] === WRONG_MAX },
        {
          what: 'the network has its budget and no more',
          holds: (countStatuses(value)[200] ?? 0) <= NETWORK_PER_MINUTE * Math.ceil(seen.seconds / 60 + 1),
        },
        noneFailed(seen),
      ],
    };
  },
};
