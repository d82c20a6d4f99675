import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCopy } from '@naughty-list/endurance/several';
import {
  type Attack,
  comparedToIdle,
  describeStatuses,
  milliseconds,
  noneFailed,
  number,
  type Scene,
  seconds,
} from '../attack.ts';
import { ipv6Clients, newClients } from '../clients.ts';
import { countStatuses, headOf } from '../sender/requests.ts';
import { makeJunkClaims, pendingClaims } from './payments.ts';

/** The streams follow these in turn. */
const VERIFICATIONS = 50;
/** Fewer than a client's calls about payments at once, so that every claim is accepted. */
const CLAIMS_AT_ONCE = 5;
/** The limit per client. */
const STREAMS_PER_CLIENT = 10;
/** The limit per /56. */
const PER_56 = 40;

const BOUND = 'list p90 ≤ 2 × idle';

export const streamsOfOneNetwork: Attack = {
  name: 'streams-one-network',
  title: 'idle event streams from one IPv6 /56',
  bound: `${BOUND}; at most ${PER_56} streams open`,
  run: (scene) => openStreams(scene, ipv6Clients(scene.scale.streams, 'one /56'), PER_56),
};

export const streamsOfManyNetworks: Attack = {
  name: 'streams-many-networks',
  title: 'idle event streams from many networks',
  bound: `${BOUND}, with all of them open`,
  run(scene) {
    const clients = newClients(Math.ceil(scene.scale.streams / STREAMS_PER_CLIENT));
    const each = clients.flatMap((client) => Array<string>(STREAMS_PER_CLIENT).fill(client));
    return openStreams(scene, each, scene.scale.streams);
  },
};

/** Opens one stream from each of these addresses; `most` is the number allowed. */
async function openStreams(scene: Scene, from: readonly string[], most: number) {
  const { product, sender, scale, observe, flood } = scene;
  const { url } = product.stack;
  const { withinMs } = scale;
  const requests = await makeJunkClaims(product, VERIFICATIONS);
  const claims = await flood({ requests, connections: CLAIMS_AT_ONCE, keepTexts: true });
  const ids = claims.map(({ text = '' }) => (JSON.parse(text) as { verificationId: string }).verificationId);
  const texts = from.map((address, at) =>
    headOf(`/api/verifications/${ids[at % ids.length]}/events`, address),
  );
  const began = performance.now();
  const streams = await sender.call('open', { url, texts, reads: 'all', withinMs });
  const openedInMs = performance.now() - began;
  const counts = countStatuses(streams);
  const { seen } = await observe(() => sleep(scale.streamsHeldMs));
  const pending = await pendingClaims(product);
  await sender.call('close');
  const opened = counts[200] ?? 0;
  const compared = comparedToIdle(['list'], scene, seen);
  return {
    sent: `${number(texts.length)} streams of ${VERIFICATIONS} verifications, opened in ${milliseconds(openedInMs)}: ${describeStatuses(counts)}`,
    saw: [`${compared.saw.join()} with ${number(opened)} streams open`],
    checks: [
      { what: 'as many streams are open as may be', holds: opened === Math.min(most, texts.length) },
      { what: 'the verifications were under way all the time', holds: pending >= VERIFICATIONS },
      noneFailed(seen),
      ...compared.checks,
    ],
  };
}

/**
 * 1.3 MB each: more than the socket buffers hold for a client that reads nothing, within the read limit of 100
 * connections.
 */
const LISTS_EACH = 6;
/** The gateway's. */
const WRITE_TIMEOUT_MS = 20_000;
/** Progress is checked twice; the rest is a margin for a busy machine. */
const CLOSED_WITHIN_MS = 2.5 * WRITE_TIMEOUT_MS;
/** The default of `CONNECTIONS_PER_CLIENT`. */
const CONNECTIONS_PER_CLIENT = 100;
const ASKED_EVERY_MS = 250;

export const slowReaders: Attack = {
  name: 'slow-readers',
  title: 'connections that ask for large lists and read nothing',
  bound: `closed ${WRITE_TIMEOUT_MS / 1_000} to ${(2 * WRITE_TIMEOUT_MS) / 1_000} s after the last progress`,
  async run(scene) {
    const { product, scale, observe } = scene;
    const { url } = product.stack;
    const { value, seen } = await observe(() => readNothing(scene, url, newClients(scale.slowReaders)));
    const { counts, opened, closedAfterMs, left } = value;
    return {
      sent: `${number(scale.slowReaders)} connections of as many addresses, each with ${LISTS_EACH} requests for 1,000 reports: ${describeStatuses(counts)}`,
      saw: [`${opened} stayed open, the last for ${seconds(closedAfterMs / 1_000)}`],
      checks: [
        { what: 'they are answered at first', holds: counts[200] === scale.slowReaders },
        { what: 'all of them are closed', holds: left === 0 },
        { what: 'in time', holds: closedAfterMs <= CLOSED_WITHIN_MS, isTimed: true },
        noneFailed(seen),
      ],
    };
  },
};

export const slowReadersOfOneAddress: Attack = {
  name: 'slow-readers-one-address',
  title: 'the same connections from one address, with no proxy in front',
  bound: `at most ${CONNECTIONS_PER_CLIENT} connections`,
  async run(scene) {
    const { product, scale, observe } = scene;
    const gateway = await startCopy(product.stack, 'gateway', { TRUST_PROXY: '0' });
    try {
      const addresses = newClients(scale.slowReaders);
      const { value, seen } = await observe(() => readNothing(scene, gateway.url, addresses));
      const { counts, opened, closedAfterMs, left } = value;
      return {
        sent: `${number(scale.slowReaders)} connections, to a gateway beside the one that is visited: ${describeStatuses(counts)}`,
        saw: [`${opened} stayed open, the last for ${seconds(closedAfterMs / 1_000)}`],
        checks: [
          { what: 'no more than a client may have', holds: opened > 0 && opened <= CONNECTIONS_PER_CLIENT },
          { what: 'all of them are closed', holds: left === 0 },
          noneFailed(seen),
        ],
      };
    } finally {
      await gateway.stop();
    }
  },
};

/** Opens the connections and waits until the gateway has closed all of them. */
async function readNothing({ sender, scale }: Scene, url: string, addresses: readonly string[]) {
  const { withinMs } = scale;
  const texts = addresses.map((from) =>
    headOf('/api/scammer-reports?limit=1000&offset=0', from).repeat(LISTS_EACH),
  );
  const connections = await sender.call('open', { url, texts, reads: 'beginning', withinMs });
  const counts = countStatuses(connections);
  const ports = new Set(connections.map(({ port }) => port));
  const began = performance.now();
  // Each got a response, so refused ones are closed.
  const opened = connectionsOf(url, ports);
  let left = opened;
  while (left > 0 && performance.now() - began < withinMs) {
    await sleep(ASKED_EVERY_MS);
    left = connectionsOf(url, ports);
  }
  const closedAfterMs = performance.now() - began;
  await sender.call('close');
  return { counts, opened, closedAfterMs, left };
}

const ESTABLISHED = '01';

/**
 * Established connections of a server on 127.0.0.1 at the port of this URL from these client ports, as seen by the
 * server.
 */
function connectionsOf(url: string, clientPorts: ReadonlySet<number>): number {
  const port = Number(new URL(url).port);
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return lines.filter((line) => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    return state === ESTABLISHED && portIn(local) === port && clientPorts.has(portIn(remote));
  }).length;
}

/** The port in `0100007F:1F90`. */
const portIn = (address: string) => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
