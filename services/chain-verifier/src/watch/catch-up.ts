import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { inTime } from '@naughty-list/service-kit/lifecycle/in-time';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Rpc } from '../chain/rpc.ts';
import type { Answers, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import {
  type Address,
  cursorsOf,
  moveCursor,
  type ProviderCursor,
  passGap,
  recordListed,
} from './cursors.ts';
import { listNew, type Progress } from './list-new.ts';

export type CatchingUp = { db: Database; providers: Providers; clock: Clock; log: Log; pageSize: number };
export type Round = { freshness: Freshness; mayGoOn: () => boolean };
type Cursors = Map<string, ProviderCursor>;

/**
 * A quorum of providers must list what is new, each down to its own cursor; whatever any of them lists is read. A
 * listing interrupted by a fault resumes in the next round.
 * @returns whether everything that was final when the round began is listed. Throws an RpcFault if too few providers
 * list it
 */
export async function catchUp(watch: CatchingUp, at: Address, round: Round): Promise<boolean> {
  const { db, providers } = watch;
  const cursors = await cursorsOf(db, at);
  const { answers, faults } = await providers.ask(
    (rpc) => list(watch, at, { ...round, rpc, cursors }),
    (given) => given.filter(({ answer }) => answer !== 'stopped').length >= providers.quorum,
  );
  const ended = answers.filter(({ answer }) => answer !== 'stopped');
  if (ended.length >= providers.quorum) {
    const slots = ended.map(({ provider }) => cursors.get(provider)?.progress.cursor?.slot ?? -1);
    await recordListed(db, at, Math.min(...slots));
    return ended.every(({ answer }) => answer === 'complete');
  }
  if (answers.length > ended.length) return false;
  await handleLoss(watch, at, { headTime: round.freshness.headTime, cursors, faults });
  throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
}

const NOTHING: Progress = { cursor: null, listing: null };

async function list(
  { db, clock, log, pageSize }: CatchingUp,
  at: Address,
  { rpc, cursors, freshness, mayGoOn }: Round & { rpc: Rpc; cursors: Cursors },
): ReturnType<typeof listNew> {
  const provider = rpc.name;
  if (freshness.stalled.has(provider))
    throw new RpcFault('provider_behind', 'its finalised head is stalled', { provider });
  const { address, mark } = at.watched;
  return listNew(rpc, {
    address,
    mark,
    pageSize,
    progress: cursors.get(provider)?.progress ?? NOTHING,
    mayGoOn,
    async keep(before, progress, listed) {
      const lostSince = cursors.get(provider)?.lostSince ?? null;
      const isComplete = progress.listing === null;
      if (isDeepStrictEqual(before, progress) && !(isComplete && lostSince)) return true;
      const now = clock.now();
      const movedAt = timeOf(freshness.headTime) ?? now;
      const after = { progress, movedAt, lostSince: isComplete ? null : lostSince };
      if (!(await moveCursor(db, at, { provider, before, after, listed, now }))) return false;
      cursors.set(provider, after);
      if (listed.length > 0) log.info({ address, provider, listed: listed.length }, 'transactions listed');
      return true;
    },
  });
}

const timeOf = (headTime: number | null) => (headTime === null ? null : new Date(headTime * 1_000));

/** How long to ask for the rest of a list that ended without the cursor, before listing it again from the start. */
const LISTED_ANEW_AFTER_MS = 60_000;
/** How long to keep asking all providers for history before accepting that no quorum can list it. */
export const LOST_FOR_MS = 10 * 60_000;

/**
 * Handles lists that end without the cursor, while too few others lead back to theirs. They are asked for again for a
 * while; then the watch continues from what they list. Waits for a listing in progress, which may still reach its
 * cursor. Uses chain time, because our clock may be ahead.
 */
async function handleLoss(
  { db, log }: CatchingUp,
  at: Address,
  {
    headTime,
    cursors,
    faults,
  }: { headTime: number | null; cursors: Cursors; faults: Answers<unknown>['faults'] },
): Promise<void> {
  const now = timeOf(headTime);
  if (now === null) return;
  const isOver = (time: Date, ms: number) => now.getTime() - time.getTime() >= ms;
  const lost = faults.filter(({ code }) => code === 'history_unavailable').map(({ provider }) => provider);
  const isUnderWay = [...cursors].some(
    ([provider, { progress, movedAt }]) =>
      progress.listing && !lost.includes(provider) && !isOver(movedAt, LOST_FOR_MS),
  );
  for (const provider of lost) {
    const known = cursors.get(provider);
    if (!known) continue;
    const lostSince = known.lostSince ?? now;
    if (isOver(lostSince, LOST_FOR_MS) && !isUnderWay) {
      const gap = await passGap(db, at, { provider, known, now });
      if (gap) log.error({ address: at.watched.address, ...gap }, 'lost history skipped');
      continue;
    }
    const { progress: before, movedAt } = known;
    const progress = isOver(movedAt, LISTED_ANEW_AFTER_MS) ? { ...before, listing: null } : before;
    if (progress !== before || known.lostSince === null)
      await moveCursor(db, at, {
        provider,
        before,
        after: { progress, movedAt, lostSince },
        listed: [],
        now,
      });
  }
}

/** The time of a provider's finalised head, in Unix seconds. */
export type HeadTime = { provider: string; time: number };

/** The stalled providers, and the block time up to which a quorum of the others knows the chain. */
export type Freshness = { stalled: ReadonlySet<string>; headTime: number | null };

/** Finality alone takes some 13 seconds, and providers differ by a few. */
const MOST_BEHIND_S = 60;
const MOST_AHEAD_S = 60;
// A hanging provider must not delay the round.
const MOST_WAIT_MS = 2_000;

/**
 * Compares the providers' heads with each other: a provider that responds quickly but has stalled never lists anything
 * new. `now` is in Unix seconds. A head in the future does not make other providers look old, unless all are in the
 * future; then our clock is behind.
 */
export function freshnessOf(
  heads: readonly HeadTime[],
  { quorum, now }: { quorum: number; now: number },
): Freshness {
  const credible = heads.filter(({ time }) => time - now <= MOST_AHEAD_S);
  const newest = Math.max(...(credible.length > 0 ? credible : heads).map(({ time }) => time));
  const isStalled = ({ time }: HeadTime) => newest - time > MOST_BEHIND_S;
  const [agreed] = heads
    .map(({ time }) => time)
    .filter((time) => newest - time <= MOST_BEHIND_S && time <= newest)
    .toSorted((a, b) => b - a)
    .slice(quorum - 1);
  return {
    stalled: new Set(heads.filter(isStalled).map(({ provider }) => provider)),
    headTime: agreed ?? null,
  };
}

/** Asks all providers for their heads concurrently; slow ones are left out. */
export async function readFreshness(providers: Providers, clock: Clock): Promise<Freshness> {
  const heads: HeadTime[] = [];
  const asking = providers.askAll(async (rpc) => {
    const time = await rpc.blockTime(await rpc.slot('finalized'));
    if (time !== null) heads.push({ provider: rpc.name, time });
  });
  await inTime(asking, MOST_WAIT_MS);
  return freshnessOf(heads, { quorum: providers.quorum, now: clock.now().getTime() / 1_000 });
}
