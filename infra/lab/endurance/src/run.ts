import { setTimeout as sleep } from 'node:timers/promises';
import { failureNoter, openCaller } from './caller.ts';
import { clearFaults } from './chaos/faults.ts';
import { forgottenByChain } from './chaos/landed.ts';
import { openLedger } from './chaos/ledger.ts';
import { callPatiently } from './chaos/patience.ts';
import { type Random, seeded } from './chaos/random.ts';
import { settle } from './chaos/settle.ts';
import { openSite } from './chaos/site.ts';
import { openWallet } from './chaos/wallet.ts';
import { keptWrongly, type Standing, type Told } from './compare-kept.ts';
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
 * Retries end after `patienceMs`. Rejects if load or `meanwhile` does not end before `deadline`; whatever is undecided
 * by then is reported as a difference.
 */
export async function runUnderLoad(
  world: World,
  { seed, patienceMs, deadline }: { seed: number; patienceMs: number; deadline: AbortSignal },
  meanwhile: Meanwhile,
): Promise<Result> {
  const { stack, fleet, admin, ends } = world;
  const started = Date.now();
  const random = seeded(seed);
  const journal = openJournal();
  const [ledger, kept] = [openLedger(), openKept()];
  const patience = AbortSignal.timeout(patienceMs);
  const over = new AbortController();
  const onFailure = failureNoter(journal);
  const crowd: Crowd = {
    url: fleet.url,
    call: openCaller(fleet.url, journal),
    journal,
    ledger,
    kept,
    random: random.fork(),
    admin,
    world: {
      site: openSite(fleet.url, ledger, patience, onFailure),
      wallet: await openWallet(stack, ledger, patience),
      ledger,
      removalCost: REMOVAL_TOKENS * BASE_UNITS,
      membershipFee: MEMBERSHIP_TOKENS * BASE_UNITS,
    },
    onFailure,
    over: over.signal,
    patience,
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
  await inTime(deadline, load, { what: 'people to come to their ends', missing });
  const loadedMs = Date.now() - started;
  const payments = await settle(stack.databaseUrl, ledger, deadline);
  const { wrong, standing, told } = await settleKept(world, kept, ledger.reports);
  return {
    payments,
    forgottenByChain: await forgottenByChain(stack.rpcUrl, ledger, AbortSignal.timeout(ASK_MS)),
    journal,
    ledger,
    kept,
    keptWrongly: wrong,
    standing,
    told,
    stuck: crowd.stuck,
    ends,
    started,
    loadedMs,
  };
}

const LOOK_EVERY_MS = 1_000;
const KEPT_MS = 120_000;
const ASK_MS = 60_000;

/** Visits may still be in transit: polls until there is no difference, or for some minutes. */
async function settleKept(
  { stack, fleet, admin }: World,
  kept: Kept,
  paidReports: number[],
): Promise<{ wrong: string[]; standing: Standing; told: Told }> {
  const late = AbortSignal.timeout(KEPT_MS);
  const login = await callPatiently(
    `${fleet.url}/api/admin/login`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(admin) },
    late,
  );
  for (;;) {
    const standing = await readStanding(stack.databaseUrl);
    const told = await askSite(fleet.url, login.cookie ?? '');
    const wrong = keptWrongly(kept, paidReports, standing, told);
    if (wrong.length === 0 || late.aborted) return { wrong, standing, told };
    await sleep(LOOK_EVERY_MS);
  }
}
