import type { PageHead } from '../../lib/page-head.ts';

export const homeHead: PageHead = {
  path: '/',
  title: 'The Naughty List - check a crypto scammer before you send',
  description:
    "Santa went on-chain. Look a name up on the public Naughty List of crypto scammers before you send a coin, report the ones who deserve coal, or burn LIST to buy Santa's silence.",
  image: '/art/social/social-home.png',
};
