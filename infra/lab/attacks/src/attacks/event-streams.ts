import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, comparedToIdle, noneFailed, type Scene } from '../attack.ts';
import { ipv6Clients, newClients } from '../clients.ts';
import { countStatuses, headOf } from '../sender/requests.ts';
import { describeStatuses, milliseconds, number } from '../words.ts';
import { makeJunkClaims, pendingClaims } from './junk-claims.ts';

/** The streams follow these in turn. */
const VERIFICATIONS = 50;
/** Fewer than a client's calls about payments at once, so that every claim is accepted. */
const CONNECTIONS = 5;
/** The limit per client. */
const PER_CLIENT = 10;
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
    const clients = newClients(Math.ceil(scene.scale.streams / PER_CLIENT));
    const each = clients.flatMap((client) => Array<string>(PER_CLIENT).fill(client));
    return openStreams(scene, each, scene.scale.streams);
  },
};

/** Opens one stream from each of these addresses; `most` is the number allowed. */
async function openStreams(scene: Scene, from: readonly string[], most: number) {
  const { product, sender, scale, observe, flood } = scene;
  const { url } = product.stack;
  const { withinMs } = scale;
  const requests = await makeJunkClaims(product, VERIFICATIONS);
  const claims = await flood({ requests, connections: CONNECTIONS, keepTexts: true });
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
