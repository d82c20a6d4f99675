import type { PageHead } from '../../lib/page-head.ts';

export const niceListHead: PageHead = {
  path: '/nice-list',
  title: "The Nice List - crypto's good deeds, as told to Santa",
  description:
    'Not everybody in crypto deserves coal. Read who helped, warned and gave it all back, praise a Web3 hero of your own, and spread some positive vibes.',
  image: '/art/social/social-nice-list.png',
};
