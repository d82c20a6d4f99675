import type { PageHead } from '../../lib/page-head.ts';
import type { LegalSection } from './legal-page.tsx';

export const termsHead: PageHead = {
  path: '/terms',
  title: 'Terms and contact: the rules of the Naughty List',
  description:
    'The rules of the Naughty List in plain words: what a report is, what you may post, what a burn or a membership buys, what is not promised, and how to reach the operator.',
  image: '/art/social/social-home.png',
};

export const termsSections: readonly LegalSection[] = [
  {
    title: 'What a report is',
    texts: [
      'Reports and praise are written by visitors. They are statements of their authors, not findings of this site. A name that is not listed is not proven safe, and a name that is listed is not proven guilty.',
    ],
  },
  {
    title: 'What you may post',
    texts: ['You are responsible for what you post. Link to a public post of the account you write about.'],
    points: [
      'Stick to what you can prove.',
      'No addresses, phone numbers, documents or keys of anyone.',
      'No threats, insults or calls to harass someone.',
      'Nothing that is illegal where you or the operator live.',
    ],
  },
  {
    title: 'What a burn buys',
    texts: [
      'Burning LIST for a report takes that entry off the list, and its post cannot be reported again. It says nothing about whether the report was true, and no one earns from it. The same account can be reported again for something new. A burn cannot be undone or refunded by anyone.',
      'If an entry about you is wrong, asking for a correction or removal is free: use the contact below.',
    ],
  },
  {
    title: 'What a membership buys',
    texts: [
      'Lifetime access to a private chat group, for the wallet that paid. It is not an investment, and there is no promise that the group or the token will be worth anything.',
    ],
  },
  {
    title: 'What this site does not promise',
    texts: [
      'Nothing here is financial or legal advice. LIST is a meme token; its price can fall to zero. The site is provided as it is, and may be changed, interrupted or closed.',
    ],
  },
];
