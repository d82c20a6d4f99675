import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Rpc } from '../chain/rpc.ts';
import { type Breaker, openBreaker } from './breaker.ts';
import { clusterOf } from './cluster.ts';
import type { RpcMetrics } from './metrics.ts';
import { RpcFault } from './rpc-fault.ts';

export type Answer<T> = { provider: string; answer: T };
/** The providers' responses: answers in list order, and the faults of the others. */
export type Answers<T> = { answers: Answer<T>[]; faults: RpcFault[] };

/** The configured providers, asked in order; those that failed recently are asked last. */
export type Providers = {
  /** How many providers must agree. */
  readonly quorum: number;
  /** Genesis hash of the chain that all providers must serve. Throws an RpcFault while none responds. */
  cluster(): Promise<string>;
  /** Asks one provider after another until `enough` returns true; never throws for a provider's fault. */
  ask<T>(question: (rpc: Rpc) => Promise<T>, enough: (answers: Answer<T>[]) => boolean): Promise<Answers<T>>;
  /**
   * Asks all providers concurrently until all have answered, or for `graceMs` more (default 0) once `enough` has returned
   * true; never throws for a provider's fault. Calls still pending then run on.
   */
  askAll<T>(
    question: (rpc: Rpc) => Promise<T>,
    enough?: (answers: Answer<T>[]) => boolean,
    graceMs?: number,
  ): Promise<Answers<T>>;
  /** The first usable answer. Throws the last fault if there is none. */
  first<T>(question: (rpc: Rpc) => Promise<T>): Promise<T>;
};

type Member = { rpc: Rpc; breaker: Breaker; cluster: string | undefined };

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
  }));
  for (const { rpc, breaker } of members) metrics?.follow(rpc.name, () => breaker.isOpen());
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
    for (const member of inOrder(members)) {
      const given = await answerOf(member, question);
      if (given instanceof RpcFault) faults.push(given);
      else answers.push(given);
      if (enough(answers)) break;
    }
    return { answers, faults };
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
    ask,
    askAll,
    first,
  };
}

/** Healthy providers in list order, then those that failed recently. */
function inOrder(members: Member[]): Member[] {
  const { true: failing = [], false: working = [] } = Object.groupBy(members, ({ breaker }) =>
    breaker.isOpen() ? 'true' : 'false',
  );
  return [...working, ...failing];
}
