import type { PageHead } from '../../lib/page-head.ts';
import type { LegalSection } from './legal-page.tsx';

export const termsHead: PageHead = {
  path: '/terms',
  title: 'Terms and contact: the rules of the Naughty List',
  description:
    'The rules of the Naughty List in plain words: what a report is, what you may post, how to appeal for free, what a burn or a membership buys, and how to reach the operator.',
};

export const termsSections: readonly LegalSection[] = [
  {
    title: 'What a report is',
    texts: [
      "Reports and praise are written by visitors. They are their authors' statements, not findings of this site. A name that isn't listed isn't proven safe; a name that is listed isn't proven guilty.",
    ],
  },
  {
    title: 'What you may post',
    texts: [
      'You are responsible for what you post. Link to a public post by the account you write about. The private link you get for a report or statement lets you withdraw it for as long as it is public or waiting.',
    ],
    points: [
      'Stick to what you can prove.',
      'No private data: street addresses, phone numbers, documents or keys.',
      'No threats, insults or calls to harass someone.',
      'Nothing that is illegal where you live or where the operator is based.',
    ],
  },
  {
    title: 'Wrongly listed? Appeal for free',
    texts: [
      'Is an entry about you wrong? Appeal for free on its case page; a decision is due within seven days. You need no sign-up and no coin.',
      'To report illegal content, write to the contact below and say which entry, why it is illegal, and how to reach you. You get an answer with the reasons.',
    ],
  },
  {
    title: 'How entries are moderated',
    texts: [
      'Moderators are people. Some entries wait for one, such as those that seem to contain private data or come in large numbers from one network. No software decides whether a report is true.',
      "When a moderator changes the status of a case, its page says which rule was applied and why. If your report or statement was rejected or taken down, its private page says so, and you get the reasons from the contact below. The person named can read the reasons for a decision on the page of their appeal. Anyone who disagrees can write to the contact below; where possible, a different moderator decides. This doesn't affect your right to go to court.",
    ],
  },
  {
    title: 'What a burn buys',
    texts: [
      'Burning LIST for a report takes that entry off the list, and its post cannot be reported again. A look-up of the account still says that a payment removed a report. A burn says nothing about whether the report was true, and no one receives the burned tokens. The same account can be reported again for something new. No one can undo or refund a burn.',
      'You never have to pay to have a wrong entry corrected: an appeal is free.',
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
      'Nothing here is financial or legal advice. LIST is a meme token; its price can fall to zero. The site is provided “as is”, and may be changed, interrupted or closed.',
    ],
  },
];
