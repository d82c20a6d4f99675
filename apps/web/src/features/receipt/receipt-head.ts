import type { PageHead } from '../../lib/page-head.ts';

/** The same for all receipts, which are reachable by URL only and name no account. */
export const receiptHead: PageHead = {
  path: '/receipt',
  title: 'Receipt for a payment - The Naughty List',
  description:
    'What was required, what the chain says, the verdict rule by rule, and its place in the public ledger.',
  isUnlisted: true,
};
