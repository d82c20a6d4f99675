import type { PageHead } from '../../lib/page-head.ts';

export const verifyReceiptHead: PageHead = {
  path: '/verify-receipt',
  title: 'Check a receipt from the Naughty List, without asking us',
  description:
    'Open a receipt from the public ledger: your browser checks the record, the proof and the signature by itself, offline if you like.',
};
