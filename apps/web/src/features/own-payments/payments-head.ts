import type { PageHead } from '../../lib/page-head.ts';

export const paymentsHead: PageHead = {
  path: '/payments',
  title: 'Your payments to the Naughty List: receipts and credits',
  description:
    'Sign with the wallet that paid, and see every payment it made here: what it was for, what became of it, its receipt, and what you can still use.',
};
