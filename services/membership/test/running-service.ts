import type { AddressInfo } from 'node:net';
import { createApiClient } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import type { JobPayload } from '@naughty-list/contracts/job';
import type { GenerateBurnAddressAnswer, VerifyTransactionAnswer } from '@naughty-list/contracts/membership';
import { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import type { IssuedProof, PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { Address } from '@naughty-list/contracts/primitives';
import { getTokenConfig, type TokenConfig } from '@naughty-list/contracts/token-config';
import {
  findPaymentUnderWay,
  getChainVerification,
  requestPayment,
} from '@naughty-list/contracts/verifications';
import { toBase58 } from '@naughty-list/payment-flow/offer-intent';
import {
  openFakeVerifier,
  type RequestPayload,
  rejected as rejectedAnywhere,
  signatureOf,
  type TestWallet,
  walletOf,
} from '@naughty-list/payment-flow/test/verifier';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { CLIENT_ID_HEADER, VISITOR_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { queueUrlBeside } from '@naughty-list/test-kit/queue-url';
import { Config, type Constants } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { membership } from '../src/service.ts';

export const SECRET = 'the-secret-of-the-tests-0123456789';
export const BURN_WALLET = '1nc1nerator11111111111111111111111111111111';
export const MINT = 'So11111111111111111111111111111111111111112';
export const FIXED_LINK = 'https://t.me/+fixed';
/** What a member gets. */
export const WELCOME = {
  success: true,
  message: "Welcome to Santa's Alpha Group!",
  telegramLink: FIXED_LINK,
};

export type { RequestPayload, TestWallet };
export type VerdictPayload = JobPayload<typeof applyMembershipVerdictJob>;
export type Sent<Body> = { status: number; headers: Headers; body: Body & Record<string, unknown> };

export type RunningService = Awaited<ReturnType<typeof startMembership>>;

/**
 * The service on its own database, with its jobs unless another process runs them. Replaces the chain verifier's token
 * config and the other end of its queue.
 */
export async function startMembership(
  settings: Record<string, string> = {},
  /** `answers`: further routes of the stand-in for the verifier. */
  { jobs = true, answers = [] as Route[], constants = {} as Partial<Constants> } = {},
) {
  const database = await createTestDatabase(membership);
  const log = createLog('tests', 'silent');
  /** The token config to return from now on. */
  const terms = {
    contractAddress: MINT,
    burnWalletAddress: BURN_WALLET,
    membershipFeeTokens: '750000',
    transferFee: undefined as TokenConfig['transferFee'],
    isUnavailable: false,
  };
  const verifier = buildServiceApp({
    log,
    clock: systemClock,
    secret: SECRET,
    checks: {},
    routes: [
      route(getTokenConfig, async () => {
        if (terms.isUnavailable) throw new Error('away');
        const links = { x: '', tiktok: '', telegram: '', chart: '' };
        const { isUnavailable: _, ...config } = terms;
        return {
          decimals: 6,
          removalCostTokens: '1',
          cluster: '',
          rpcUrl: '',
          isChainReachable: true,
          links,
          ...config,
        };
      }),
      route(findPaymentUnderWay, async () => ({ isUnderWay: false })),
      route(requestPayment, async () => ({
        tokens: terms.membershipFeeTokens,
        mint: Address.parse(terms.contractAddress),
        burnWallet: Address.parse(terms.burnWalletAddress),
        decimals: 6,
      })),
      route(getChainVerification, async () => {
        throw new ApiError('not_found', 'Not found');
      }),
      ...answers,
    ],
  });
  let decide: (asked: RequestPayload) => VerdictPayload | undefined = accepted;
  const queue = await openFakeVerifier(
    {
      url: settings.QUEUE_URL ?? queueUrlBeside(database.url),
      secret: SECRET,
      job: applyMembershipVerdictJob,
    },
    (payload) => decide(payload),
  );
  const context = await openMembership(
    database.url,
    {
      CHAIN_VERIFIER_URL: await verifier.listen({ host: '127.0.0.1', port: 0 }),
      ...settings,
    },
    constants,
  );
  const app = await membership.buildApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  if (jobs) await membership.startJobs(context);
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const signed = signedFetch(SECRET, 'gateway');
  /** A client that calls as the gateway does, with these headers. */
  const as = (headers: Record<string, string>) => createApiClient({ baseUrl, fetch: signed, headers });
  async function post<Body>(path: string, visitor: string, body: unknown): Promise<Sent<Body>> {
    const response = await signed(`${baseUrl}/api/alpha-group/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(visitor === '' ? {} : { [VISITOR_ID_HEADER]: visitor, [CLIENT_ID_HEADER]: visitor }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }
  const issue = (visitor: string, body: unknown) => post<IssuedProof>('payment-proof', visitor, body);
  return {
    context,
    baseUrl,
    /** Every claim sent to the verifier, in order of arrival. */
    asked: queue.asked,
    terms,
    /** How to decide claims from now on; undefined leaves them undecided. */
    decideBy: (next: typeof decide) => {
      decide = next;
    },
    sendVerdict: queue.sendVerdict,
    generate: (visitor: string) => post<GenerateBurnAddressAnswer>('generate-burn-address', visitor, {}),
    verify: (
      visitor: string,
      transactionHash: unknown,
      more: { burnAddress?: unknown; intent?: string; proof?: PaymentProof } = {},
    ) => post<VerifyTransactionAnswer>('verify-transaction', visitor, { transactionHash, ...more }),
    /** Issues a message and has it signed: for a transaction, or for a wallet alone. */
    async prove(
      visitor: string,
      { wallet, transactionHash }: { wallet: TestWallet; transactionHash?: string },
    ): Promise<PaymentProof> {
      const { body } = await issue(visitor, { wallet: wallet.address, transactionHash });
      return { proofId: body.proofId, signature: wallet.sign(body.message) };
    },
    issue,
    recover: (visitor: string, proof: PaymentProof) =>
      post<VerifyTransactionAnswer>('recover', visitor, { proof }),
    get: (path: string) => signed(`${baseUrl}${path}`),
    as,
    /** The client of a visitor's browser. */
    browser: (visitor: string) => as({ [CLIENT_ID_HEADER]: visitor, [VISITOR_ID_HEADER]: visitor }),
    members: (): Promise<Record<string, unknown>[]> => context.db('alpha_group_members').orderBy('id'),
    async stop() {
      await app.close();
      await context.close();
      await queue.close();
      await verifier.close();
      await database.drop();
    },
  };
}

/** A context of the service on a database; a second one acts as a second process. */
export function openMembership(
  databaseUrl: string,
  settings: Record<string, string> = {},
  constants: Partial<Constants> = {},
): Promise<Context> {
  return membership.open(
    readConfig(Config, {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_URL: queueUrlBeside(databaseUrl),
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      CHAIN_VERIFIER_URL: 'http://127.0.0.1:9',
      TELEGRAM_INVITE_LINK: FIXED_LINK,
      VERIFY_WAIT_MS: '50000',
      ...settings,
    }),
    { constants: { claimSweepAfterMs: 3_600_000, ...constants } },
  );
}

/** 750,000.5 LIST, at 6 decimals; each from a new wallet by default. */
export function accepted(
  { id, round }: Pick<RequestPayload, 'id' | 'round'>,
  payer = newWallet().address,
): VerdictPayload {
  return {
    ...rejected({ id, round }, '', ''),
    outcome: 'accepted',
    code: null,
    message: null,
    amount: '750000500000',
    decimals: 6,
    slot: 7,
    payer,
  };
}

/** The verifier's verdict on a payment without a reference (`UNBOUND_PAYMENTS=prove`). */
export const unboundBy =
  (payer: Address) =>
  (asked: RequestPayload): VerdictPayload => {
    const { provenWallet } = asked.demand;
    if (provenWallet === payer) return accepted(asked, payer);
    const code = provenWallet === undefined ? 'proof_required' : 'proof_mismatch';
    return { ...rejected(asked, code, 'Sign with the wallet that paid.'), payers: [payer] };
  };

export function rejected(
  asked: Pick<RequestPayload, 'id' | 'round'>,
  code: string,
  message: string,
): VerdictPayload {
  return { ...rejectedAnywhere(asked, code, message), payer: null };
}

let signatures = 0;
export const newSignature = () => signatureOf(++signatures);

let wallets = 0;
/** Signs in base58. */
export function newWallet(): TestWallet {
  const { address, sign } = walletOf(++wallets);
  return { address, sign: (message) => toBase58(Buffer.from(sign(message), 'base64')) };
}

let visitors = 0;
export const newVisitor = () => `visitor-of-the-tests-${++visitors}`;

/** Polls until the check passes, without a time limit. */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20));
}
