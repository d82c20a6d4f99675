import type { PageHead } from '../../lib/page-head.ts';
import type { LegalSection } from './legal-page.tsx';

export const privacyHead: PageHead = {
  path: '/privacy',
  title: 'Privacy: what the Naughty List stores, and for how long',
  description:
    'What the Naughty List stores about visitors, reporters, payers and the people named in reports, how long it is kept, who else receives it, and how to have it exported or erased.',
  image: '/art/social/social-home.png',
};

/** Restates docs/retention.md; keep both in sync. */
export const privacySections: readonly LegalSection[] = [
  {
    title: 'When you visit',
    texts: [
      'Each counted page view is stored with its path (without anything after the question mark), the time, the name of your browser, the site that linked here (its address only, not the page), and a shortened network address that stands for many people. Single page views are deleted 90 days after the end of their month; daily totals stay.',
      'The public counter recognises a visit by a fingerprint of the shortened address and browser name, mixed with a random value that is thrown away every day.',
    ],
  },
  {
    title: 'When you report or praise someone',
    texts: [
      'What you enter is public: the link to the post, the username, the category and your text. You need no account, and your name is not asked for or shown.',
      'To limit abuse, the server counts calls per network for up to an hour. When you report someone, a fingerprint of your network is kept for 7 days, so that a flood of reports from one network can be deleted together. If you report a name that is already listed, a fingerprint of your network is kept for that day so that you are counted once.',
      'Your reports and statements of one month share two more fingerprints, of your network and of the wider one around it, which show moderators how independent entries are of each other. They are mixed with a random value of that month, and deleted 3 months after it.',
    ],
  },
  {
    title: 'When you appeal',
    texts: [
      'Moderators alone see what you write. Your letters, the posts by which you proved who you are and the code that leads to your appeal are deleted 180 days after the decision. The decision stays, and so does a reply of yours that was published.',
    ],
  },
  {
    title: 'When you pay',
    texts: [
      'Payments happen on the Solana blockchain, which is public and cannot be erased by anyone. This site stores the transaction, the wallet that paid and what it paid for. Accepted payments are kept for good, because that record is what keeps a payment from counting twice. Refused ones are deleted after 90 days, unless the payment was valid and only came too late. A reference that you were given for joining and did not pay by is deleted 430 days after your last visit.',
    ],
  },
  {
    title: 'In your browser',
    texts: ['This site sets no advertising or tracking cookies.'],
    points: [
      'A signed cookie recognises your browser if you open the membership page; it expires 400 days after your last visit.',
      'Payments you started are remembered in this browser until they are decided, and a message you sign as a member until it expires, so that you can come back to them.',
      'Your case code stays in the tab in which you entered it until you close that.',
      'What you typed into a form and did not send, and which wallet you connected last, stay in this browser.',
      'Admins have a session cookie while they are logged in, and one that recognises their browser for 400 days.',
    ],
  },
  {
    title: 'If you are named here',
    texts: [
      'An entry contains your public username, a link to a post, what the post said then, and what a visitor wrote. It is shown as a report, not as a finding of this site.',
      'You can ask what is stored about you, have it corrected, object to it, or have it erased, free of charge. Write to the contact below and name the entry. After an erasure the register keeps only that an entry was erased. Backups made before it are overwritten in their usual turn.',
    ],
  },
  {
    title: 'Who else receives something',
    texts: [
      'Nobody buys or receives this data. Profile images and market figures are fetched by our server, which says nothing of you. Only when you press a button to show a post or play a video may your browser contact X or the video host.',
      'If you pay with a wallet, your wallet and this page talk to a Solana node, which sees your network address.',
    ],
  },
];
