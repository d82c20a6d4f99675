import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import type { Supervised } from '@naughty-list/embedded/supervised';
import { clearFaults, failAtRandom } from './faults.ts';
import { killAtRandom } from './kills.ts';
import { forgottenByChain } from './landed.ts';
import { membershipDoings } from './memberships.ts';
import { type Doing, invite, shuffled, type World } from './people.ts';
import { type Random, seeded } from './random.ts';
import { removalDoings } from './removals.ts';
import { type ChaosResult, differences } from './result.ts';
import { openRunRecord } from './run-record.ts';
import { SETTLE_MS, settle } from './settle.ts';
import { openSite } from './site.ts';
import { openWallet } from './wallet.ts';
import { startWorkers } from './workers.ts';

export type ChaosOptions = {
  /** Number of users with removals, and with memberships. */
  removals: number;
  memberships: number;
  seed: number;
  /** Deadline: whatever is missing then counts as lost. */
  retryForMs: number;
  /** Whether to keep the folder for analysis on a difference. */
  keepWhenWrong?: boolean;
  log: (line: string) => void;
  signal?: AbortSignal;
};

const PEOPLE_AT_ONCE = 12;
const KILL_PAUSE_MS: [number, number] = [300, 2_500];
const FAULT_PAUSE_MS: [number, number] = [50, 500];
const REMOVAL_TOKENS = 1_000n;
const MEMBERSHIP_TOKENS = 750n;
const BASE_UNITS = 1_000_000n;

const settings = {
  LOG_LEVEL: 'warn',
  VERIFY_WAIT_MS: '2000',
  CLAIM_SWEEP_AFTER_MS: '1000',
  // Competing claims of one payment are part of the run.
  UNBOUND_PAYMENTS: 'accept',
  WATCH_INTERVAL_MS: '500',
  SOLANA_RPC_TIMEOUT_MS: '2000',
  SOLANA_RPC_REQUESTS_PER_SECOND: '0',
  CONNECTIONS_PER_CLIENT: '1000000',
  RATE_LIMIT_PAGES_PER_MINUTE: '1000000',
  VISITS_PER_CLIENT_PER_HOUR: '1000000',
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
  RATE_LIMIT_READS_PER_MINUTE: '1000000',
  RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
  HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
  REMOVAL_COST_TOKENS: String(REMOVAL_TOKENS),
  MEMBERSHIP_FEE_TOKENS: String(MEMBERSHIP_TOKENS),
};

/** Starts a separate stack in a temporary folder, performs the run, and cleans up. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-chaos-'));
  chmodSync(dataDir, 0o711);
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Chaos</title>\n');
  let stack: Stack | undefined;
  let workers: Supervised[] = [];
  let result: ChaosResult | undefined;
  try {
    stack = await startStack({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      env: { ...settings, WEB_ROOT: dataDir },
      chain: { env: { CHAIN_CONTROL: 'true' } },
      // A killed process loses nothing it has written; only a power failure does.
      postgres: { fsync: false },
      ...(options.signal ? { signal: options.signal } : {}),
    });
    workers = await startWorkers(stack, () => {});
    result = await runOn(stack, workers, options);
    return result;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await stack?.stop();
    if (options.keepWhenWrong && !(result && differences(result).length === 0))
      options.log(`kept: ${dataDir}`);
    else removeFolder(dataDir);
  }
}

function removeFolder(dataDir: string): void {
  removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

async function runOn(stack: Stack, workers: Supervised[], options: ChaosOptions): Promise<ChaosResult> {
  const started = Date.now();
  const runRecord = openRunRecord();
  const random = seeded(options.seed);
  const signal = AbortSignal.any([
    AbortSignal.timeout(options.retryForMs),
    ...(options.signal ? [options.signal] : []),
  ]);
  const site = openSite(stack.url, runRecord, signal);
  const wallet = await openWallet(stack, runRecord, signal);
  const prices = {
    removalCost: REMOVAL_TOKENS * BASE_UNITS,
    membershipFee: MEMBERSHIP_TOKENS * BASE_UNITS,
  };
  const people = comingPeople(options, random.fork());
  const over = new AbortController();
  const untilOver = AbortSignal.any([signal, over.signal]);
  const killed = new Map<string, number>();
  const injected = new Map<string, number>();
  const trouble = Promise.all([
    killAtRandom([stack.chain, stack.postgres, ...Object.values(stack.services), ...workers], {
      random: random.fork(),
      pauseMs: KILL_PAUSE_MS,
      killed,
      signal: untilOver,
    }),
    failAtRandom(stack.rpcUrl, {
      random: random.fork(),
      pauseMs: FAULT_PAUSE_MS,
      injected,
      signal: untilOver,
    }),
  ]);
  const world = { site, wallet, runRecord, ...prices };
  const stuck = await letPeopleDo(people, world, { random: random.fork(), log: options.log });
  over.abort();
  await trouble;
  await clearFaults(stack.rpcUrl);
  const outcome = await settle(stack.databaseUrl, runRecord, options.signal);
  return {
    ...outcome,
    people: runRecord.people,
    payments: runRecord.sent.length,
    claims: runRecord.answered.length,
    killed,
    injected,
    stuck,
    forgottenByChain: await forgottenByChain(stack.rpcUrl, runRecord, AbortSignal.timeout(SETTLE_MS)),
    durationMs: Date.now() - started,
  };
}

type Person = { name: string; doing: Doing };

function comingPeople({ removals, memberships }: ChaosOptions, random: Random): Person[] {
  const named = (what: string) => (person: Person) => ({ ...person, name: `${what}: ${person.name}` });
  return shuffled(
    [
      ...invite(removalDoings, removals, random).map(named('removal')),
      ...invite(membershipDoings, memberships, random).map(named('membership')),
    ],
    random,
  );
}

/** A dozen at a time; returns the users who did not finish. */
async function letPeopleDo(
  people: Person[],
  world: Omit<World, 'random'>,
  { random, log }: { random: Random; log: (line: string) => void },
): Promise<string[]> {
  const waiting = people.map((person) => ({ ...person, random: random.fork() }));
  const stuck: string[] = [];
  let done = 0;
  const next = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const { name, doing } = person;
      world.runRecord.people.set(name, (world.runRecord.people.get(name) ?? 0) + 1);
      await doing({ ...world, random: person.random }).catch((error: unknown) => {
        stuck.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      });
      done += 1;
      if (done % 25 === 0) log(`${done} of ${people.length} people are through`);
    }
  };
  await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, next));
  return stuck;
}
