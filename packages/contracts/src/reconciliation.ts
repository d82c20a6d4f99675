import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const count = z.number().int();

/** Accepted payments compared with the chain, by the last complete run. Amounts are exact decimal numbers of tokens. */
export const ReconciliationFigures = z.object({
  completedAt: z.iso.datetime(),
  /** Accepted payments, each looked up at a quorum of providers. */
  payments: count,
  /** Of these: not on the chain as they were accepted. */
  notOnChain: count,
  /** Of these: no quorum of providers could show them. */
  unread: count,
  countedTwice: count,
  /** Burns of LIST, and transfers to the burn wallet, that match no payment, since `observedSince`. */
  unexplainedBurns: count,
  unexplainedBurned: z.string(),
  unexplainedCredits: count,
  unexplainedCredited: z.string(),
  observedSince: z.iso.datetime(),
});
export type ReconciliationFigures = z.infer<typeof ReconciliationFigures>;

export const getReconciliation = defineEndpoint({
  method: 'GET',
  path: '/internal/reconciliation',
  summary: 'The comparison of accepted payments with the chain; null before the first complete run',
  access: 'service',
  answers: { 200: z.object({ figures: ReconciliationFigures.nullable() }) },
});
