import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { RunRecord } from './run-record.ts';
import type { Site } from './site.ts';
import type { Payment, Wallet } from './wallet.ts';

/** What a run's users work with; amounts are base units. */
export type World = {
  site: Site;
  wallet: Wallet;
  runRecord: RunRecord;
  random: Random;
  removalCost: bigint;
  membershipFee: bigint;
};

/** One user's scenario, run to its end. */
export type Doing = (world: World) => Promise<void>;

const UNBOUND_PAUSE_MS = 2_500;

/** A burn, or a transfer to the burn wallet. */
export function eitherWay({ random, wallet }: World): Pick<Payment, 'to'> {
  return random.next() < 0.5 ? {} : { to: wallet.burnWallet };
}

/** A payment without a reference must be younger, in whole seconds, than what it pays for. */
export function browse(): Promise<void> {
  return sleep(UNBOUND_PAUSE_MS);
}

/** The sequence of users, determined by the seed: repeats every scenario of the table by its weight. */
export function invite(
  table: readonly (readonly [name: string, share: number, doing: Doing])[],
  count: number,
  random: Random,
): { name: string; doing: Doing }[] {
  const round = table.flatMap(([name, share, doing]) =>
    Array.from({ length: share }, () => ({ name, doing })),
  );
  const people: { name: string; doing: Doing }[] = [];
  while (people.length < count) people.push(...shuffled(round, random));
  return people.slice(0, count);
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
