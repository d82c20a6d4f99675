import type { PageHead } from '../../lib/page-head.ts';

export const aboutHead: PageHead = {
  path: '/about-naughty-list-memecoin',
  title: 'About LIST, the Naughty List memecoin: roadmap, burn, calculator',
  description:
    "What LIST is for, where the sleigh is heading, and why a man with eight reindeer lets coins burn: Santa's workshop with the roadmap, the contract address and a calculator.",
  image: '/art/social/social-about.png',
};
