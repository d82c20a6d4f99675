import type { PageHead } from '../../lib/page-head.ts';

export const transparencyHead: PageHead = {
  path: '/transparency',
  title: 'Transparency: the Naughty List in figures, month by month',
  description:
    'Reports, statements, holds, appeals, how long decisions take, how many appeals are granted, and burns, by month, counted from the register itself.',
};
