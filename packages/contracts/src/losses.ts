import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { defineJob, forResults } from './job.ts';
import { Address, Signature } from './primitives.ts';
import { Description, Username } from './report-input.ts';

/** What a wallet sent to one address. `mint` is null for SOL; the amount is in base units. */
export const SentAmount = z.object({
  mint: z.string().nullable(),
  decimals: z.number().int(),
  amount: z.string(),
  to: z.string(),
});
export type SentAmount = z.infer<typeof SentAmount>;

/** What the chain says about a transaction of the reporter's wallet. It does not say who owns the addresses. */
export const ProvenLoss = z.object({
  transaction: z.string(),
  sentAt: z.iso.datetime(),
  sent: z.array(SentAmount),
});
export type ProvenLoss = z.infer<typeof ProvenLoss>;

/** The sum of the proven losses of a case in SOL or one token; `losses` counts independent reporters, and is 1 below 3. */
export const LossTotal = SentAmount.omit({ to: true }).extend({ losses: z.number().int() });
export type LossTotal = z.infer<typeof LossTotal>;

/** Why a transaction proves no loss. */
export const lossRefusals = {
  failed: 'This transaction failed, so it sent nothing.',
  not_signed: 'This wallet did not sign the transaction. Use the wallet that paid.',
  nothing_sent: 'This wallet sent nothing to another address in this transaction.',
  swapped: 'This wallet got something in return in this transaction, so it shows a trade, not a loss.',
  mixed: 'Other wallets paid in the same transaction, so it does not show what this wallet sent.',
  too_many: 'This transaction paid too many addresses at once.',
  not_found: 'The chain has no such transaction. Please check the hash.',
  unread: "We couldn't read this transaction. Please add it again.",
  used: 'This transaction already proves a loss. Each transaction counts once, in one case.',
  closed: 'The case was closed before the chain had confirmed what this wallet sent.',
} as const;
export const LossRefusal = z.enum(Object.keys(lossRefusals) as [keyof typeof lossRefusals]);
export type LossRefusal = z.infer<typeof LossRefusal>;

export const lossTexts = {
  stated: 'This wallet has already submitted this transaction for this case.',
  reviewed: 'This transaction was reviewed in a case that was cleared.',
  invalidSignature:
    'This is not a signature of this message by that wallet. Please sign the message exactly as shown.',
  waiting:
    'Thank you. The chain has to confirm what your wallet sent, which takes about a minute. Then your statement goes up, unless a moderator has to read it first.',
} as const;

/** The message that the wallet signs: it binds the site, the case, the transaction and the wallet. */
export const lossMessage = ({
  origin,
  username,
  transaction,
  wallet,
}: {
  origin: string;
  username: string;
  transaction: string;
  wallet: string;
}): string => `${new URL(origin).host} wants you to sign a statement with your Solana account:
${wallet}

This wallet sent what I lost to @${username} in the transaction below. Publish it in the case of @${username}. Signing is free and moves no tokens.

URI: ${origin}/case/${username}
Version: 1
Resources:
- solana:tx:${transaction}`;

const LossClaim = z.object({ transaction: Signature, wallet: Address });

export const getLossMessage = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:username/loss-message',
  summary: 'The message that the paying wallet signs for a statement with a transaction',
  access: 'public',
  params: z.object({ username: Username }),
  query: LossClaim,
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['removed_by_burn'],
});

/** `message` tells what comes next; the statement goes up once the chain confirms it. */
export const submitLoss = defineEndpoint({
  method: 'POST',
  path: '/api/losses',
  summary: 'Add a statement with a transaction, signed by the wallet that paid',
  access: 'public',
  body: LossClaim.extend({
    username: Username,
    description: Description,
    signature: z.string({ error: lossTexts.invalidSignature }).max(200, lossTexts.invalidSignature),
  }),
  answers: { 202: z.object({ message: z.string(), reportCode: z.string().optional() }) },
  errors: [
    'not_found',
    'removed_by_burn',
    'post_already_stated',
    'post_already_reviewed',
    'post_already_removed',
    'proof_invalid',
  ],
});

/** Asks the verifier what the transaction of a statement shows; `round` counts how often the owner has asked. */
export const judgeLossJob = defineJob({
  queue: 'chain-verifier',
  name: 'judge-loss',
  payload: LossClaim.extend({ statementId: z.number().int(), round: z.number().int().min(0) }),
  id: ({ statementId, round }) => `judge-loss.${statementId}.${round}`,
  deduplicationId: ({ statementId }) => `judge-loss.${statementId}`,
  // After every payment.
  priority: () => 6,
  mustBeSigned: true,
  attempts: 60,
  backoffMs: 1_000,
  maxBackoffMs: 30_000,
});

export const applyLossJob = defineJob({
  queue: 'reports',
  name: 'apply-loss',
  payload: z.object({
    statementId: z.number().int(),
    round: z.number().int().min(0),
    verdict: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('proven'), loss: ProvenLoss }),
      z.object({ outcome: z.literal('refused'), code: LossRefusal }),
    ]),
  }),
  id: ({ statementId, round }) => `apply-loss.${statementId}.${round}`,
  ...forResults,
});
