import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { pageUpTo } from './reports.ts';

export const BURN_PAGE_MAX = 100;

/** A burn that removed a report. `report` is its number; null where the report no longer exists. No names. */
export const Burn = z.object({
  report: z.number().int().nullable(),
  /** In tokens, as an exact decimal number. */
  amount: z.string(),
  burnedAt: z.iso.datetime(),
  transactionHash: z.string(),
});
export type Burn = z.infer<typeof Burn>;

export const BurnHistory = z.object({
  /** The number of all burns, and what they burned together, in tokens. */
  total: z.number().int(),
  totalAmount: z.string(),
  /** What removals sent to a burn wallet that has a key, in tokens: it is not burned, and in no other figure. */
  sentAmount: z.string(),
  burns: z.array(Burn),
});
export type BurnHistory = z.infer<typeof BurnHistory>;

export const listBurns = defineEndpoint({
  method: 'GET',
  path: '/api/burns',
  summary: 'Every burn that removed a report, newest first, with totals',
  access: 'public',
  query: pageUpTo(BURN_PAGE_MAX),
  answers: { 200: BurnHistory },
});
