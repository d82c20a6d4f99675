import type { PageHead } from '../../lib/page-head.ts';

export const ownReportHead: PageHead = {
  path: '/my-report',
  title: 'What you reported - The Naughty List',
  description: 'The private page of a report or statement: see what became of it, or withdraw it.',
  image: '/art/social/social-home.png',
  isUnlisted: true,
};
