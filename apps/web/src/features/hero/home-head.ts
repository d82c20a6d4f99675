import type { PageHead } from '../../lib/page-head.ts';

export const homeHead: PageHead = {
  path: '/',
  title: 'The Naughty List - check a crypto account before you send',
  description:
    "Santa went on chain. Look a name up on the public list of scam reports before you send a coin. Report a scammer, appeal for free, or burn LIST to buy Santa's silence.",
};
