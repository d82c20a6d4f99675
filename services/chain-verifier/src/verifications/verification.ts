import type { Address } from '@naughty-list/contracts/primitives';
import { removalTexts } from '@naughty-list/contracts/removal';
import {
  ChainVerification,
  type PaymentDemand,
  type RuleResult,
} from '@naughty-list/contracts/verifications';
import { isKeyless } from '@naughty-list/payment-flow/proofs';
import type { LandedStatus } from '../chain/read-status.ts';
import { RpcFault, type RpcFaultCode } from '../providers/rpc-fault.ts';
import type { Demand } from '../verdicts/demand.ts';
import type { UnknownCode } from '../verdicts/verdict.ts';

/** What a verification is for. `look` is a preview, which claims nothing; the others use the transaction up. */
export const purposes = ['look', 'removal', 'membership'] as const;
export type Purpose = (typeof purposes)[number];

export type ChainStage = ChainVerification['stage'];

/** One payment judged for one purpose; amounts are base units. */
export type VerificationRecord = {
  id: string;
  purpose: Purpose;
  cluster: string | null;
  signature: string;
  subject: string;
  demand: PaymentDemand;
  stage: ChainStage;
  outcome: 'pending' | 'accepted' | 'rejected';
  code: string | null;
  message: string | null;
  amount: string | null;
  /** The part of the amount that went to a burn wallet with a key. */
  sent: string;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** The wallet whose tokens paid, once judged. */
  payer: string | null;
  /** Wallets whose signature would be accepted as proof, if it was refused for lack of one. */
  payers: Address[] | null;
  /** The newest round in which the owner requested it. */
  round: number;
  receivedAt: Date;
  seenAt: Date | null;
  /** Chain time at which the transaction was first unknown to all providers since it was last seen. */
  absentSince: Date | null;
};

/** The stage of a transaction at this commitment level. */
export function stageOf(commitment: LandedStatus['commitment']): ChainStage {
  return ({ processed: 'found', confirmed: 'confirmed', finalized: 'finalised' } as const)[commitment];
}

/** The outcome of a verification. */
export type Decision = {
  outcome: 'accepted' | 'rejected';
  code: string | null;
  message: string | null;
  amount: bigint | null;
  /** The part of the amount that went to a burn wallet with a key. */
  sent?: bigint;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** The wallet whose tokens paid, once judged. */
  payer?: string | undefined;
  /** Wallets whose signature would be accepted as proof, if one is required. */
  payers?: readonly string[] | undefined;
};

/** The purpose encoded in an id. */
export function purposeOf(id: string): Purpose {
  const purpose = purposes.find((each) => id.startsWith(`${each}_`));
  if (!purpose) throw new RangeError(`${id} has no known purpose`);
  return purpose;
}

/** A requested verification that is not stored yet. */
export function newVerification(
  { id, signature, demand, round }: Pick<VerificationRecord, 'id' | 'signature' | 'demand' | 'round'>,
  receivedAt: Date,
): VerificationRecord {
  return {
    id,
    purpose: purposeOf(id),
    cluster: null,
    signature,
    subject: demand.subject,
    demand,
    stage: 'received',
    outcome: 'pending',
    code: null,
    message: null,
    amount: null,
    sent: '0',
    decimals: null,
    slot: null,
    rules: [],
    payer: null,
    payers: null,
    round,
    receivedAt,
    seenAt: null,
    absentSince: null,
  };
}

/** A verification as exposed to other services. */
export const toChainVerification = (record: VerificationRecord): ChainVerification =>
  ChainVerification.parse({ ...record, payers: record.payers ?? undefined });

/**
 * Whether a transaction that no provider knows can be marked as not found: it was last seen (or else requested) longer
 * ago than `notFoundAfterMs`, and the provider's own finalised head has advanced as far, so that its lag is ruled out.
 * `headTime` is in Unix seconds; finality itself takes up to `FINALITY_MS`.
 */
export function isNotFoundDue(seen: {
  record: VerificationRecord;
  now: Date;
  headTime: number;
  notFoundAfterMs: number;
}): boolean {
  const { record, now, headTime, notFoundAfterMs } = seen;
  const deadline = (record.seenAt ?? record.receivedAt).getTime() + notFoundAfterMs;
  return now.getTime() >= deadline && headTime * 1_000 + FINALITY_MS >= deadline;
}

/**
 * Whether the chain itself has advanced that long since the transaction was first unknown: machine clocks jump, and a
 * claim received while the clock was behind must not look old once it is corrected.
 */
export function isAbsentLongEnough(seen: {
  absentSince: Date;
  headTime: number;
  notFoundAfterMs: number;
}): boolean {
  return seen.headTime * 1_000 - seen.absentSince.getTime() >= seen.notFoundAfterMs;
}

/** The longest that a client waits for a preview, whose verdict is not binding. */
export const PREVIEW_MS = 30_000;

const FINALITY_MS = 60_000;

/** Splits a payment into what was burned and what a wallet with a key was credited. Sent to a keyless wallet, it is burned. */
export function sharesOf(
  { burned, credited }: { burned: bigint; credited: bigint },
  { burnWallet }: Pick<Demand, 'burnWallet'>,
): { burned: bigint; credited: bigint } {
  const isBurned = burnWallet !== null && credited > 0n && isKeyless(burnWallet);
  return isBurned ? { burned: burned + credited, credited: 0n } : { burned, credited };
}

/** Why a payment is still undecided; `fault` is an internal error, detailed in the log. */
export type PendingCode = UnknownCode | RpcFaultCode | 'not_finalized' | 'fault';

// Waiting does not resolve these: an operator must check the providers, the settings or this program.
export const alarming: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'undecodable_token_instruction',
  'amount_undetermined',
  'unsupported_history',
  'client_too_old',
  'response_mismatch',
  'evidence_conflict',
  'provider_conflict',
  'wrong_cluster',
  'mint_unusable',
  'mint_mismatch',
  'fault',
]);

// These pass, whatever the transaction is.
const passing: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'not_found_yet',
  'not_finalized',
  'provider_behind',
  'mint_mismatch',
  'rate_limited',
  'provider_error',
  'timeout',
  'fault',
]);

// These are not about the transaction: others would fail the same way.
const outages: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'rate_limited',
  'provider_error',
  'timeout',
  'wrong_cluster',
  'fault',
]);

/** Whether the providers fail rather than the transaction. */
export function isOutage(code: PendingCode): boolean {
  return outages.has(code);
}

/** Whether the cause is the transaction itself or its incomplete history: frequent retries do not help. */
export function isCausedByTransaction(code: PendingCode): boolean {
  return !passing.has(code);
}

/** Whether it only waits for the chain: the poller looks up such payments in batches. */
export function isForPoller(code: PendingCode): boolean {
  return code === 'not_found_yet' || code === 'not_finalized';
}

/** The code of an error that left a payment undecided. */
export function pendingCode(error: unknown): PendingCode {
  return error instanceof RpcFault || error instanceof NotDecidedYet ? error.code : 'fault';
}

/** Whether to alert an operator. */
export function isAlarming(code: PendingCode): boolean {
  return alarming.has(code);
}

/** The user-facing message while nothing is decided. */
export function pendingMessage(code: PendingCode): string {
  return code === 'not_found_yet' ? removalTexts.notFound : removalTexts.pending;
}

/** Nothing is decided yet, and a retry can change that. */
export class NotDecidedYet extends Error {
  readonly code: PendingCode;

  constructor(code: PendingCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'NotDecidedYet';
    this.code = code;
  }
}

/** How long a preview is followed. */
export const FOLLOWED_MS = 10 * 60_000;
