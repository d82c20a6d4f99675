import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Rpc } from '../chain/rpc.ts';
import { type Breaker, openBreaker } from './breaker.ts';
import type { RpcMetrics } from './metrics.ts';
import { RpcFault } from './rpc-fault.ts';

export type Answer<T> = { provider: string; answer: T };
/** The providers' responses: answers in list order, and the faults of the others. */
export type Answers<T> = { answers: Answer<T>[]; faults: RpcFault[] };

/** The answers of the providers that agree: a quorum, and more than agree on anything else. */
export type Agreed<T> = { answers: [Answer<T>, ...Answer<T>[]] };

/** The configured providers, asked in order; those that failed, hung or were outvoted recently are asked last. */
export type Providers = {
  /** How many providers must agree. */
  readonly quorum: number;
  /** Genesis hash of the chain that all providers must serve. Throws an RpcFault while none responds. */
  cluster(): Promise<string>;
  /**
   * Asks one provider after another until `enough` returns true, the next one also when the last takes long; never throws
   * for a provider's fault. Calls still pending then run on.
   */
  ask<T>(question: (rpc: Rpc) => Promise<T>, enough: (answers: Answer<T>[]) => boolean): Promise<Answers<T>>;
  /**
   * Asks until a quorum, and more providers than say anything else, agree on `fact`; `undefined` is no vote. Outvoted
   * providers are reported and asked last from then on. With `all`, every provider is asked. Throws `provider_conflict`
   * without a majority, or the last fault when too few vote.
   */
  agree<T>(
    question: (rpc: Rpc) => Promise<T>,
    fact: (answer: T) => unknown,
    options?: { all?: boolean },
  ): Promise<Agreed<T>>;
  /**
   * Asks all providers concurrently until all have answered, or for `graceMs` more (default 0) once `enough` has returned
   * true; never throws for a provider's fault. Calls still pending then run on.
   */
  askAll<T>(
    question: (rpc: Rpc) => Promise<T>,
    enough?: (answers: Answer<T>[]) => boolean,
    graceMs?: number,
  ): Promise<Answers<T>>;
  /** Whether the last call of each failed. */
  failing(): Answer<boolean>[];
  /** The first usable answer. Throws the last fault if there is none. */
  first<T>(question: (rpc: Rpc) => Promise<T>): Promise<T>;
};

type Member = {
  rpc: Rpc;
  breaker: Breaker;
  cluster: string | undefined;
  /** It was outvoted or slow; monotonic milliseconds. */
  doubtedUntil: number;
};

/** After this, the next provider is asked as well, and the slow one is asked last from then on: it delays a payment once. */
export const SLOW_MS = 2_000;
const DOUBTED_MS = 10 * 60_000;

/**
 * Combines providers into one. Every provider must serve the same chain: the one given by `expected`, or else that of
 * the first provider that answers. Providers of another chain receive no further requests.
 */
export function openProviders(options: {
  rpcs: Rpc[];
  quorum: number;
  maxInFlight: number;
  expected: { cluster: string; genesisHash?: string | undefined };
  log: Log;
  metrics?: RpcMetrics;
}): Providers {
  const { rpcs, quorum, maxInFlight, expected, log, metrics } = options;
  const members: Member[] = rpcs.map((rpc) => ({
    rpc,
    breaker: openBreaker({ maxInFlight }),
    cluster: undefined,
    doubtedUntil: 0,
  }));
  let pinned: string | undefined;

  async function checkCluster(member: Member): Promise<void> {
    if (member.cluster !== undefined && member.cluster === pinned) return;
    const genesisHash = member.cluster ?? (await member.rpc.genesisHash());
    const wanted = pinned ?? expected.genesisHash;
    const fits = wanted ? genesisHash === wanted : clusterOf(genesisHash) === expected.cluster;
    if (!fits) {
      log.error(
        { provider: member.rpc.name, genesisHash, wanted, expected },
        'provider serves another chain',
      );
      throw new RpcFault('wrong_cluster', `genesis hash ${genesisHash}`, { provider: member.rpc.name });
    }
    member.cluster = genesisHash;
    pinned = genesisHash;
  }

  async function askMember<T>(member: Member, question: (rpc: Rpc) => Promise<T>): Promise<T> {
    return member.breaker.run(member.rpc.name, async () => {
      await checkCluster(member);
      return question(member.rpc);
    });
  }

  async function ask<T>(
    question: (rpc: Rpc) => Promise<T>,
    enough: (answers: Answer<T>[]) => boolean,
  ): Promise<Answers<T>> {
    const answers: Answer<T>[] = [];
    const faults: RpcFault[] = [];
    const pending = new Set<Promise<void>>();
    const askNext = async (member: Member) => {
      const given = await answerOf(member, question);
      if (given instanceof RpcFault) faults.push(given);
      else answers.push(given);
    };
    for (const member of inOrder(members)) {
      const asked = askNext(member).finally(() => pending.delete(asked));
      pending.add(asked);
      const isLate = await Promise.race([
        ...[...pending].map((one) => one.then(() => false)),
        sleep(SLOW_MS, true, { ref: false }),
      ]);
      if (isLate && pending.has(asked)) doubt(member, 'slow');
      if (enough(answers)) break;
    }
    while (pending.size > 0 && !enough(answers)) await Promise.race(pending);
    // Late answers are dropped.
    for (const asked of pending) asked.catch(() => undefined);
    return { answers: [...answers], faults };
  }

  async function agree<T>(
    question: (rpc: Rpc) => Promise<T>,
    fact: (answer: T) => unknown,
    { all = false } = {},
  ): Promise<Agreed<T>> {
    const { answers, faults } = await ask(
      question,
      (given) => !all && majority(given, fact, quorum) !== null,
    );
    const agreed = majority(answers, fact, quorum);
    if (agreed) {
      reportOutvoted(
        answers.filter((answer) => !agreed.includes(answer) && fact(answer.answer) !== undefined),
      );
      return { answers: agreed };
    }
    const votes = answers.filter(({ answer }) => fact(answer) !== undefined);
    const other = votes.find(({ answer }) => !isDeepStrictEqual(fact(answer), fact(votes[0]?.answer as T)));
    if (other) throw new RpcFault('provider_conflict', 'the providers disagree', other);
    throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
  }

  function reportOutvoted(answers: readonly Answer<unknown>[]): void {
    for (const { provider } of answers) {
      log.error(
        { provider },
        'provider contradicts the majority: its answers do not count, and it is asked last',
      );
      for (const member of members) if (member.rpc.name === provider) doubt(member, 'outvoted');
    }
  }

  function doubt(member: Member, code: 'outvoted' | 'slow'): void {
    metrics?.failed({ provider: member.rpc.name, code });
    member.doubtedUntil = performance.now() + DOUBTED_MS;
  }

  async function answerOf<T>(
    member: Member,
    question: (rpc: Rpc) => Promise<T>,
  ): Promise<Answer<T> | RpcFault> {
    try {
      return { provider: member.rpc.name, answer: await askMember(member, question) };
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      metrics?.failed(error);
      log.warn({ provider: error.provider, code: error.code, reason: error.message }, 'provider fault');
      return error;
    }
  }

  async function askAll<T>(
    question: (rpc: Rpc) => Promise<T>,
    enough: (answers: Answer<T>[]) => boolean = () => false,
    graceMs = 0,
  ): Promise<Answers<T>> {
    const given: (Answer<T> | RpcFault)[] = [];
    const sorted = () => ({
      answers: given.flatMap((one) => (one instanceof RpcFault ? [] : [one])),
      faults: given.filter((one) => one instanceof RpcFault),
    });
    const hasEnough = Promise.withResolvers<void>();
    const all = members.map(async (member, place) => {
      given[place] = await answerOf(member, question);
      if (enough(sorted().answers)) hasEnough.resolve();
    });
    const grace = async () => graceMs > 0 && (await sleep(graceMs, undefined, { ref: false }));
    await Promise.race([Promise.all(all), hasEnough.promise.then(grace)]);
    return sorted();
  }

  async function first<T>(question: (rpc: Rpc) => Promise<T>): Promise<T> {
    const { answers, faults } = await ask(question, ({ length }) => length > 0);
    const [found] = answers;
    if (found) return found.answer;
    throw faults.at(-1) ?? new RpcFault('provider_error', 'no provider', { provider: 'none' });
  }

  return {
    quorum,
    async cluster() {
      if (pinned === undefined) await first(() => Promise.resolve());
      if (pinned === undefined) throw new RpcFault('provider_error', 'no provider', { provider: 'none' });
      return pinned;
    },
    failing: () => members.map(({ rpc, breaker }) => ({ provider: rpc.name, answer: breaker.isFailing() })),
    ask,
    agree,
    askAll,
    first,
  };
}

/** The largest group of answers with the same fact, if it is a quorum and larger than every other group. */
function majority<T>(
  answers: readonly Answer<T>[],
  fact: (answer: T) => unknown,
  quorum: number,
): Agreed<T>['answers'] | null {
  const groups: Agreed<T>['answers'][] = [];
  for (const answer of answers) {
    const own = fact(answer.answer);
    if (own === undefined) continue;
    const group = groups.find(([first]) => isDeepStrictEqual(fact(first.answer), own));
    if (group) group.push(answer);
    else groups.push([answer]);
  }
  const [largest, second] = groups.toSorted((one, other) => other.length - one.length);
  return largest && largest.length >= quorum && largest.length > (second?.length ?? 0) ? largest : null;
}

/** Healthy providers in list order, then those that failed, hung or were outvoted recently. */
function inOrder(members: readonly Member[]): Member[] {
  const isDoubtful = ({ breaker, doubtedUntil }: Member) =>
    breaker.isOpen() || performance.now() < doubtedUntil;
  const { true: doubtful = [], false: working = [] } = Object.groupBy(members, (member) =>
    isDoubtful(member) ? 'true' : 'false',
  );
  return [...working, ...doubtful];
}

// First 32 characters of the genesis hashes: the chain ids of the Solana namespace of CAIP-2.
const genesisPrefixes: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
};

/** The name of the chain with a genesis hash; unknown chains are `localnet`. */
export function clusterOf(genesisHash: string): string {
  return genesisPrefixes[genesisHash.slice(0, 32)] ?? 'localnet';
}
