import { setTimeout as sleep } from 'node:timers/promises';
import { failureRecorder, openCaller } from './caller.ts';
import { callWithRetries } from './chaos/call-with-retries.ts';
import { clearFaults } from './chaos/faults.ts';
import { forgottenByChain } from './chaos/landed.ts';
import { type Random, seeded } from './chaos/random.ts';
import { openRunRecord } from './chaos/run-record.ts';
import { settle } from './chaos/settle.ts';
import { openSite } from './chaos/site.ts';
import { openWallet } from './chaos/wallet.ts';
import { keptWrongly, type Reported, type Standing } from './compare-kept.ts';
import { inTime } from './in-time.ts';
import { openJournal } from './journal.ts';
import { type Kept, openKept } from './kept.ts';
import type { Crowd } from './load/crowd.ts';
import { startLoad } from './load/start-load.ts';
import { askSite, readStanding } from './read-standing.ts';
import type { Result } from './result.ts';
import { BASE_UNITS, MEMBERSHIP_TOKENS, REMOVAL_TOKENS } from './settings.ts';
import type { World } from './with-fleet.ts';

/** Faults injected during the load; resolves when everything is up again. Aborts nothing itself. */
export type Meanwhile = (run: { random: Random; crowd: Crowd }) => Promise<void>;

/**
 * Runs the load until `meanwhile` is over, waits until everything is decided, and compares expected and actual results.
 * Retries end after `retryForMs`. Rejects if load or `meanwhile` does not end before `deadline`; whatever is undecided
 * by then is reported as a difference.
 */
export async function runUnderLoad(
  world: World,
  { seed, retryForMs, deadline }: { seed: number; retryForMs: number; deadline: AbortSignal },
  meanwhile: Meanwhile,
): Promise<Result> {
  const { stack, fleet, admin, ends } = world;
  const started = Date.now();
  const random = seeded(seed);
  const journal = openJournal();
  const [runRecord, kept] = [openRunRecord(), openKept()];
  const timeoutSignal = AbortSignal.timeout(retryForMs);
  const over = new AbortController();
  const onFailure = failureRecorder(journal);
  const crowd: Crowd = {
    url: fleet.url,
    call: openCaller(fleet.url, journal),
    journal,
    runRecord,
    kept,
    random: random.fork(),
    admin,
    world: {
      site: openSite(fleet.url, runRecord, timeoutSignal, onFailure),
      wallet: await openWallet(stack, runRecord, timeoutSignal),
      runRecord,
      removalCost: REMOVAL_TOKENS * BASE_UNITS,
      membershipFee: MEMBERSHIP_TOKENS * BASE_UNITS,
    },
    onFailure,
    over: over.signal,
    timeoutSignal,
    present: new Set(),
    stuck: [],
  };
  const load = startLoad(crowd);
  try {
    const what = 'everything that is stopped or killed to be up again';
    await inTime(deadline, meanwhile({ random: random.fork(), crowd }), { what, missing: fleet.missing });
  } finally {
    over.abort();
  }
  await clearFaults(stack.rpcUrl);
  const missing = () => [...fleet.missing(), ...[...crowd.present].map(({ doing }) => doing)];
  await inTime(deadline, load, { what: 'users to finish', missing });
  const loadedMs = Date.now() - started;
  const payments = await settle(stack.databaseUrl, runRecord, deadline);
  const { wrong, standing, reported } = await settleKept(world, kept, runRecord.reports);
  return {
    payments,
    forgottenByChain: await forgottenByChain(stack.rpcUrl, runRecord, AbortSignal.timeout(ASK_MS)),
    journal,
    runRecord,
    kept,
    keptWrongly: wrong,
    standing,
    reported,
    stuck: crowd.stuck,
    ends,
    started,
    loadedMs,
  };
}

const POLL_MS = 1_000;
const KEPT_MS = 120_000;
const ASK_MS = 60_000;

/** Visits may still be in transit: polls until there is no difference, or for some minutes. */
async function settleKept(
  { stack, fleet, admin }: World,
  kept: Kept,
  paidReports: number[],
): Promise<{ wrong: string[]; standing: Standing; reported: Reported }> {
  const late = AbortSignal.timeout(KEPT_MS);
  const login = await callWithRetries(
    `${fleet.url}/api/admin/login`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(admin) },
    late,
  );
  for (;;) {
    const standing = await readStanding(stack.databaseUrl);
    const reported = await askSite(fleet.url, login.cookie ?? '');
    const wrong = keptWrongly(kept, paidReports, standing, reported);
    if (wrong.length === 0 || late.aborted) return { wrong, standing, reported };
    await sleep(POLL_MS);
  }
}
