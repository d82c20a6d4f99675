import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Rpc } from '../chain/rpc.ts';
import type { Answers, Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { type Listing, listNew } from './list-new.ts';
import {
  type Address,
  dropListings,
  finishListings,
  keepPage,
  LOST_FOR_MS,
  listingsOf,
  passGaps,
  recordLost,
} from './listings.ts';

export type CatchingUp = { db: Database; providers: Providers; clock: Clock; log: Log; pageSize: number };
export type Round = { freshness: Freshness; mayGoOn: () => boolean };
type Listed = Awaited<ReturnType<typeof listNew>>;

/**
 * A quorum of providers must list what is new, down to the cursor; whatever any of them lists is read. A listing
 * interrupted by a fault resumes in the next round.
 * @returns whether everything that was final when the round began is listed. Throws an RpcFault if too few providers
 * list it
 */
export async function catchUp(watch: CatchingUp, at: Address, round: Round): Promise<boolean> {
  const { db, providers, clock } = watch;
  const kept = await listingsOf(db, at);
  const listings = new Map(kept);
  const { answers, faults } = await providers.ask(
    (rpc) => list(watch, at, { ...round, rpc, listings }),
    (given) => given.filter(({ answer }) => answer !== 'stopped').length >= providers.quorum,
  );
  const complete = answers.filter(({ answer }) => answer !== 'stopped').map(({ provider }) => provider);
  if (complete.length >= providers.quorum) {
    if (listings.size > 0 || at.watched.lostSince)
      await finishListings(db, at, { providers: complete, now: clock.now() });
    // A listing begun in an earlier round does not cover everything that is new now.
    return !complete.some((provider) => kept.has(provider));
  }
  if (answers.some(({ answer }) => answer === 'stopped')) return false;
  await handleLoss(watch, at, { headTime: round.freshness.headTime, kept, listings, complete, faults });
  throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
}

async function list(
  { db, clock, log, pageSize }: CatchingUp,
  at: Address,
  { rpc, listings, freshness, mayGoOn }: Round & { rpc: Rpc; listings: Map<string, Listing> },
): Promise<Listed> {
  const provider = rpc.name;
  if (freshness.stalled.has(provider))
    throw new RpcFault('provider_behind', 'its finalised head is stalled', { provider });
  const { address, mark } = at.watched;
  return listNew(rpc, {
    address,
    mark,
    pageSize,
    listing: listings.get(provider) ?? null,
    mayGoOn,
    store: {
      async keep(before, page) {
        const now = clock.now();
        const movedAt = timeOf(freshness.headTime) ?? now;
        const listing = await keepPage(db, { at, provider, before, page, movedAt, now });
        if (listing) listings.set(provider, listing);
        if (page.listed.length > 0)
          log.info({ address, provider, listed: page.listed.length }, 'transactions listed');
        return listing;
      },
      async drop() {
        listings.delete(provider);
        await dropListings(db, at, [provider]);
      },
    },
  });
}

const timeOf = (headTime: number | null) => (headTime === null ? null : new Date(headTime * 1_000));

/** How long to ask for the rest of a list that ended without the cursor, before listing it again from the start. */
const LISTED_ANEW_AFTER_MS = 60_000;

/**
 * Handles lists that end without the cursor, once the other providers have been asked too. All providers are asked
 * again for a while; then the watch continues from what a quorum lists. Waits for a listing in progress, which may
 * still lead back to the cursor. Uses chain time, because our clock may be ahead.
 */
async function handleLoss(
  watch: CatchingUp,
  at: Address,
  {
    headTime,
    kept,
    listings,
    complete,
    faults,
  }: {
    headTime: number | null;
    kept: ReadonlyMap<string, Listing>;
    listings: ReadonlyMap<string, Listing>;
    complete: readonly string[];
    faults: Answers<unknown>['faults'];
  },
): Promise<void> {
  const { db, providers, log } = watch;
  const lost = faults.filter(({ code }) => code === 'history_unavailable').map(({ provider }) => provider);
  const now = timeOf(headTime);
  if (lost.length === 0 || now === null) return;
  await recordLost(db, at, now);
  const ageMs = (time: Date) => now.getTime() - time.getTime();
  const isUnderWay = ([provider, { isComplete, movedAt }]: [string, Listing]) =>
    !lost.includes(provider) && !isComplete && ageMs(movedAt) < LOST_FOR_MS;
  // It ended at the same place twice in a row.
  const hasEnded = (provider: string) =>
    listings.has(provider) && kept.get(provider)?.length === listings.get(provider)?.length;
  const witnesses = [...complete.filter((provider) => listings.has(provider)), ...lost.filter(hasEnded)];
  const isLong = ageMs(at.watched.lostSince ?? now) >= LOST_FOR_MS;
  if (isLong && witnesses.length >= providers.quorum && ![...listings].some(isUnderWay)) {
    const agreed = witnesses.slice(0, providers.quorum);
    const gaps = await passGaps(db, at, {
      complete: agreed.filter((provider) => complete.includes(provider)),
      lost: agreed.filter((provider) => lost.includes(provider)),
      now,
    });
    for (const gap of gaps) log.error({ address: at.watched.address, ...gap }, 'lost history skipped');
    return;
  }
  const old = lost.filter(
    (provider) => ageMs(listings.get(provider)?.movedAt ?? now) >= LISTED_ANEW_AFTER_MS,
  );
  await dropListings(db, at, old);
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
  const late = new AbortController();
  await Promise.race([
    asking,
    sleep(MOST_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return freshnessOf(heads, { quorum: providers.quorum, now: clock.now().getTime() / 1_000 });
}
