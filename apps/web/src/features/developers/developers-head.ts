import type { PageHead } from '../../lib/page-head.ts';

export const developersHead: PageHead = {
  path: '/developers',
  title: 'Developers: the public API of the Naughty List',
  description:
    'Look X accounts up from your own program: the public endpoints of the Naughty List with examples to copy, their limits and errors, and the OpenAPI document.',
};
