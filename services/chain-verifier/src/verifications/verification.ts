import type { Address } from '@naughty-list/contracts/primitives';
import type { ChainVerification, PaymentDemand, RuleResult } from '@naughty-list/contracts/verifications';
import type { LandedStatus } from '../chain/read-status.ts';

/** What a verification is for: a look claims nothing, everything else uses the transaction up. */
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
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** Whose tokens paid, once accepted. */
  payer: string | null;
  /** Wallets whose signature would do, where it was refused for want of one. */
  payers: Address[] | null;
  /** The newest round in which the owner asked for it. */
  round: number;
  receivedAt: Date;
  seenAt: Date | null;
  /** The chain's own time when nobody knew the transaction for the first time since it was last seen. */
  absentSince: Date | null;
};

/** The stage that a transaction of this commitment has reached. */
export function stageOf(commitment: LandedStatus['commitment']): ChainStage {
  return ({ processed: 'found', confirmed: 'confirmed', finalized: 'finalised' } as const)[commitment];
}

/** What a verification ended with. */
export type Decision = {
  outcome: 'accepted' | 'rejected';
  code: string | null;
  message: string | null;
  amount: bigint | null;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** Whose tokens paid, once accepted. */
  payer?: string | undefined;
  /** Wallets whose signature would do, where one is needed. */
  payers?: readonly string[] | undefined;
};

/** The purpose that an id was made for. */
export function purposeOf(id: string): Purpose {
  const purpose = purposes.find((each) => id.startsWith(`${each}_`));
  if (!purpose) throw new RangeError(`${id} is the id of nothing that is judged here`);
  return purpose;
}

/** A verification that is asked for and of which nothing is written yet. */
export function unwritten(
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

/** A verification as other services see it. */
export function toChainVerification(record: VerificationRecord): ChainVerification {
  const { id, signature, stage, outcome, code, message, amount, decimals, slot, rules, payers } = record;
  const shown = { id, signature, stage, outcome, code, message, amount, decimals, slot, rules };
  return { ...shown, ...(payers && { payers }) } as ChainVerification;
}

/**
 * Whether a transaction that no provider knows can be given up: it was last seen (or else asked for) longer ago than
 * `notFoundAfterMs`, and the provider's own finalised head has come that far too, so that its silence is not its lag.
 * `headTime` is in Unix seconds; finality itself takes up to `FINALITY_MS`.
 */
export function isGivenUp(seen: {
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
 * Whether the chain itself has gone on for so long since nobody knew the transaction for the first time: clocks of machines
 * jump, and a claim that was received by one that was behind must not look old when it is set right.
 */
export function isAbsentLongEnough(seen: {
  absentSince: Date;
  headTime: number;
  notFoundAfterMs: number;
}): boolean {
  return seen.headTime * 1_000 - seen.absentSince.getTime() >= seen.notFoundAfterMs;
}

const FINALITY_MS = 60_000;
