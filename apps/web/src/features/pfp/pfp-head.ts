import type { PageHead } from '../../lib/page-head.ts';

export const pfpHead: PageHead = {
  path: '/pfp',
  title: 'Santa profile picture editor - put a Christmas hat on your PFP',
  description:
    'Put a Santa hat, antlers or a peeking elf on your profile picture, free and without an account. Drag, pinch and turn it, then save it sharp. Your photo never leaves your browser.',
  image: '/art/social/social-pfp.png',
};
