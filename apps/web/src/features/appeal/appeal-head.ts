import type { PageHead } from '../../lib/page-head.ts';

export const appealHead: PageHead = {
  path: '/appeal',
  title: 'Your appeal - The Naughty List',
  description: 'Enter your case code to read and answer your appeal.',
  image: '/art/social/social-home.png',
  isUnlisted: true,
};
