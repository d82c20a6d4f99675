import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobPayload } from '@naughty-list/contracts/job';
import { applyBurnVerdictJob, verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { CHAIN_VERIFICATIONS_CHANNEL, type PaymentDemand } from '@naughty-list/contracts/verifications';
import { type LocalChain, startLocalChain } from '@naughty-list/local-chain/local-chain';
import { type ControlClient, createControlClient } from '@naughty-list/local-chain/test/control-client';
import { openNotifications } from '@naughty-list/service-kit/database/notifications';
import { signCall } from '@naughty-list/service-kit/http/service-auth';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, type QueueKind, type QueuePlace } from '@naughty-list/test-kit/queue-place';
import { queueUrlBeside } from '@naughty-list/test-kit/queue-url';
import type { SecondProvider } from '@naughty-list/test-kit/second-provider';
import { Connection, Keypair } from '@solana/web3.js';
import { afterEach, beforeEach, expect } from 'vitest';
import { Config, type Constants } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { verifyPayment } from '../src/jobs/verify-payment.ts';
import { startPoller } from '../src/polling/poll.ts';
import { chainVerifier } from '../src/service.ts';
import { findVerification } from '../src/verifications/repository.ts';
import type { PendingCode, VerificationRecord } from '../src/verifications/verification.ts';

export type TestChain = LocalChain & {
  control: ControlClient;
  richHolder: Keypair;
  mintAuthority: Keypair;
  untilFinal(signature: string): Promise<void>;
};

/** A local chain with its controls, in a folder that is removed on close. */
export async function startTestChain(): Promise<TestChain> {
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-chain-'));
  const chain = await startLocalChain({
    dataDir,
    port: 0,
    control: true,
    slotMs: 50,
    confirmAfterMs: 0,
    finalizeAfterMs: 0,
    // Five minutes: a busy machine may be slow between reading a blockhash and sending the signed transaction.
    blockhashAgeSlots: 6_000,
  });
  const keypair = (name: string) =>
    Keypair.fromSecretKey(Uint8Array.from(JSON.parse(readFileSync(join(chain.folder, name), 'utf8'))));
  return {
    ...chain,
    control: createControlClient(chain.url),
    richHolder: keypair('rich-holder.json'),
    mintAuthority: keypair('mint-authority.json'),
    async untilFinal(signature) {
      const status = () => new Connection(chain.url).getSignatureStatus(signature);
      await eventually(async () => (await status()).value?.confirmationStatus).toBe('finalized');
    },
    async close() {
      await chain.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const INTERNAL_SECRET = 'a-secret-that-only-tests-know-of-0123456789';

/** The headers of a call by another service. */
export const signed = (method: string, path: string, service = 'reports') => ({
  'x-service-auth': signCall({ secret: INTERNAL_SECRET, service, method, path, now: new Date() }),
});

export type TestVerifier = Awaited<ReturnType<typeof startVerifier>>;

type Settings = Record<string, string>;
type Options = { constants?: Partial<Constants>; clock?: Clock; workers?: boolean };

/** One instance of the service: context and workers; on a database of its own, dropped on close, unless one is given. */
export async function startVerifier(
  options: Options & { databaseUrl?: string; chain: LocalChain; settings?: Settings },
) {
  const { databaseUrl, chain, settings = {}, constants, clock, workers = true } = options;
  const database = databaseUrl
    ? { url: databaseUrl, drop: async () => {} }
    : await createTestDatabase(chainVerifier);
  const context = await chainVerifier.open(
    readConfig(Config, {
      PORT: '0',
      DATABASE_URL: database.url,
      QUEUE_URL: queueUrlBeside(database.url),
      INTERNAL_SECRET,
      LOG_LEVEL: 'fatal',
      SOLANA_RPC_URLS: chain.url,
      PUBLIC_SOLANA_RPC_URL: chain.url,
      SOLANA_CLUSTER: 'localnet',
      LIST_MINT_ADDRESS: chain.mint,
      BURN_WALLET_ADDRESS: chain.burnWallet,
      // Most tests are about several claims competing for one transaction; `prove.test.ts` covers the default.
      UNBOUND_PAYMENTS: 'accept',
      ...settings,
    }),
    { ...(clock && { clock }), constants: { rpcTimeoutMs: 20_000, ...constants } },
  );
  const notifications = openNotifications({
    url: database.url,
    channel: CHAIN_VERIFICATIONS_CHANNEL,
    log: context.log,
  });
  const startWorkers = async () => {
    await context.queues.work([verifyPayment(context)]);
    startPoller(context);
  };
  if (workers) await startWorkers();
  const find = (id: string): Promise<Record<string, unknown>> =>
    context.db('verifications').where({ id }).first();
  return {
    context,
    /** Of changed verifications. */
    notifications,
    startWorkers,
    /** Claims a transaction for a report's removal; returns the claim's id. */
    async claim(
      signature: string,
      demand: PaymentDemand,
      id = `removal_${randomUUID()}`,
      round = 0,
    ): Promise<string> {
      await context.queues.add(verifyPaymentJob, {
        id,
        signature: Signature.parse(signature),
        demand,
        round,
      });
      return id;
    },
    /** The record once it is decided. */
    async decided(id: string): Promise<VerificationRecord> {
      for (;;) {
        const record = await notifications.waitFor(id, () => decidedOrNot(context, id), 1_000);
        if (record) return record;
      }
    },
    /** The stored row. */
    find,
    /** Waits until it is undecided for this reason. */
    async pending(id: string, code: PendingCode) {
      await eventually(() => find(id)).toMatchObject({ outcome: 'pending', code });
    },
    /** Waits until no job is queued or running: a claim has one at a time. */
    async idle() {
      const queue = await context.queues.open(verifyPaymentJob.queue);
      await eventually(() => queue.getJobCountByTypes('active', 'waiting', 'prioritized')).toBe(0);
    },
    async close() {
      await notifications.close();
      await context.close();
      await database.drop();
    },
  };
}

/**
 * At the top of a file or its `describe`: verifiers on a database (and job store) that each test gets anew. After it
 * they are closed, and the chain and its second providers respond truthfully again.
 */
export function startInEachTest(chain: TestChain, providers: SecondProvider[] = [], jobsIn?: QueueKind) {
  const running = new Set<TestVerifier>();
  const closeAll = () => Promise.all([...running].map((verifier) => verifier.close()));
  let database: TestDatabase;
  let place: QueuePlace | undefined;
  beforeEach(async () => {
    [database, place] = await Promise.all([
      createTestDatabase(chainVerifier),
      jobsIn && createQueuePlace(jobsIn),
    ]);
  });
  afterEach(async () => {
    await closeAll();
    await Promise.all([database.drop(), place?.drop(), chain.control.reset()]);
    for (const provider of providers) {
      provider.see({});
      provider.asked.length = 0;
    }
  });
  async function start(settings: Settings = {}, options: Options = {}): Promise<TestVerifier> {
    const jobs = place && { QUEUE_URL: place.url };
    const started = { databaseUrl: database.url, chain, settings: { ...jobs, ...settings }, ...options };
    const verifier = await startVerifier(started);
    const { close } = verifier;
    verifier.close = () => {
      running.delete(verifier);
      return close();
    };
    running.add(verifier);
    return verifier;
  }
  return {
    start,
    /** Closes what runs before. */
    async restart(settings?: Settings, options?: Options): Promise<TestVerifier> {
      await closeAll();
      return start(settings, options);
    },
  };
}

async function decidedOrNot({ db }: Context, id: string): Promise<VerificationRecord | undefined> {
  const record = await findVerification(db, id);
  return record?.outcome === 'pending' ? undefined : record;
}

/** Stands in for the reports service: collects every verdict it receives. */
export async function recordVerdicts(context: Context): Promise<JobPayload<typeof applyBurnVerdictJob>[]> {
  const verdicts: JobPayload<typeof applyBurnVerdictJob>[] = [];
  await context.queues.work([handle(applyBurnVerdictJob, async (payload) => void verdicts.push(payload))]);
  return verdicts;
}

/** The demand of the report with this id: 1,000,000 LIST, not older than the report. */
export function removalDemand(reportId: number, changes: Partial<PaymentDemand> = {}): PaymentDemand {
  return {
    subject: `report:${reportId}`,
    minimumTokens: '1000000',
    reference: `LISTBURN${String(reportId).padStart(3, '0')}`,
    notBefore: 0,
    ...changes,
  };
}

/** Polls until the expectation holds; without failing on slow machines. */
export const eventually = <T>(read: () => T) => expect.poll(read);
