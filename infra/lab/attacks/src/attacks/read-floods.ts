import { type Attack, noneFailed, type Scene } from '../attack.ts';
import { newClient, newClients } from '../clients.ts';
import { countStatuses, type Sent } from '../sender/requests.ts';
import { describeStatuses, milliseconds, number, seconds } from '../words.ts';

const CONNECTIONS = 20;
/** Pages, and the default of `RATE_LIMIT_READS_PER_MINUTE`. */
const PAGES_PER_MINUTE = 300;
const READS_PER_MINUTE = 600;
const MANY = 100;

const headers = { accept: 'text/html', 'accept-encoding': 'br' };
const search = (from: string, at: number): Sent => ({ path: `/?search=made_up_${at}`, from, headers });
const document = (from: string): Sent => ({
  path: '/api/docs/json',
  from,
  headers: { 'accept-encoding': 'br' },
});

export const searchFlood: Attack = {
  name: 'search-flood',
  title: '`GET /?search=<random>` with brotli, from one address',
  bound: `${PAGES_PER_MINUTE} a minute are answered, then 429`,
  run: (scene) => {
    const from = newClient();
    return flood(scene, (at) => search(from, at), { from: 'one address', perMinute: PAGES_PER_MINUTE });
  },
};

export const searchFloodOfMany: Attack = {
  name: 'search-flood-many',
  title: `\`GET /?search=<random>\` with brotli, from ${MANY} addresses`,
  bound: `${number(MANY * PAGES_PER_MINUTE)} a minute are answered`,
  run: (scene) => {
    const clients = newClients(MANY);
    const perMinute = MANY * PAGES_PER_MINUTE;
    return flood(scene, (at) => search(clients[at % MANY] ?? '', at), {
      from: `${MANY} addresses`,
      perMinute,
    });
  },
};

export const documentFlood: Attack = {
  name: 'document-flood',
  title: '`GET /api/docs/json` with brotli, from one address',
  bound: `${READS_PER_MINUTE} a minute are answered, then 429`,
  run: (scene) => {
    const from = newClient();
    return flood(scene, () => document(from), { from: 'one address', perMinute: READS_PER_MINUTE });
  },
};

async function flood(
  { product, sender, scale, observe, idle }: Scene,
  request: (at: number) => Sent,
  { from, perMinute }: { from: string; perMinute: number },
) {
  const requests = Array.from({ length: scale.floodRequests }, (_, at) => request(at));
  const { value: answers, seen } = await observe(() =>
    sender.flood({ url: product.stack.url, requests, connections: CONNECTIONS, withinMs: scale.floodMs }),
  );
  const counts = countStatuses(answers);
  const sent = answers.filter(({ status }) => status > 0).length;
  // The measurement may span one more window than its minutes.
  const most = perMinute * Math.ceil(seen.seconds / 60 + 1);
  return {
    sent: `${number(sent)} requests from ${from} in ${seconds(seen.seconds)}: ${describeStatuses(counts)}`,
    saw: [
      `others: page p90 ${milliseconds(idle.page.p90)} → ${milliseconds(seen.page.p90)}, list p90 ${milliseconds(idle.list.p90)} → ${milliseconds(seen.list.p90)}`,
    ],
    checks: [
      {
        what: 'what is beyond the budget is refused',
        holds: (counts[200] ?? 0) > 0 && (counts[200] ?? 0) <= most,
      },
      {
        what: 'nothing fails otherwise',
        holds: Object.keys(counts).every((s) => ['0', '200', '429'].includes(s)),
      },
      noneFailed(seen),
    ],
  };
}
