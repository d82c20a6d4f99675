import type { PageHead } from '../../lib/page-head.ts';

export const appealHead: PageHead = {
  path: '/appeal',
  title: 'Wrongly listed? Appeal for free - The Naughty List',
  description:
    'How to appeal in four steps, for free and without signing up. A decision is due within seven days. With a case code, follow your appeal and write to the moderators.',
  isUnlisted: true,
};
