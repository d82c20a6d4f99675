import type { PageHead } from '../../lib/page-head.ts';
import type { LegalSection } from './legal-page.tsx';

export const privacyHead: PageHead = {
  path: '/privacy',
  title: 'Privacy: what the Naughty List stores, and for how long',
  description:
    'What the Naughty List stores about visitors, reporters, payers and the people named in reports, how long it is kept, who else receives it, and how to have it exported or erased.',
};

/** Restates docs/retention.md; keep both in sync. */
export const privacySections: readonly LegalSection[] = [
  {
    title: 'When you visit',
    texts: [
      'Each counted page view is stored with its path (without anything after the question mark), the time, the name of your browser, the site that linked here (its address only, not the page), and a shortened IP address shared by many people. Individual page views are deleted after 90 days; daily totals stay: by page, linking site, kind of device and country.',
      'The public counter recognizes a visit by a fingerprint of the shortened address and browser name, mixed with a random value that is thrown away every day.',
    ],
  },
  {
    title: 'When you report or praise someone',
    texts: [
      'What you enter is public: the link to the post, the username, the category and your text, and the wallets, sites and chats found in it; if you link to a post, the form shows you those first. A transaction that you add to a case becomes public, and with it the address of your wallet. You need no account, and your name is not asked for or shown. For a report or statement, you get a private link to see or withdraw it; the server keeps only a hash of that link.',
      'To limit abuse, the server counts requests per network for up to an hour. When you report someone, a fingerprint of your network is kept for 7 days, so that a flood of reports from one network can be deleted together.',
      'Your reports, statements and praise of one month share three more fingerprints, of your network and of the two wider ones around it, which show how independent entries are of each other. They are mixed with a random value for that month, and deleted 3 months after it. A report, statement or praise that was rejected before it was public is deleted after 30 days; of a statement, the link to its post stays.',
    ],
  },
  {
    title: 'When you appeal',
    texts: [
      "When you appeal, a fingerprint of your network is kept for a day, so that the moderators aren't flooded. Only moderators see what you write. Your letters, the posts that proved your control of the account and the code that leads to your appeal are deleted 180 days after the decision. The decision stays, and so does your reply if it was published.",
    ],
  },
  {
    title: 'When you pay',
    texts: [
      'Payments happen on the Solana blockchain, which is public and cannot be erased by anyone. This site stores the transaction, the wallet that paid and what it paid for, and until the payment is decided, a fingerprint of your network. Accepted payments are kept permanently, so that no payment counts twice. Refused ones are deleted after 90 days, unless the payment was valid but came too late. A payment that was started but never made is deleted after 90 days. If you were given a payment reference for joining and never used it, we delete it 430 days after your last visit. A message you sign to prove that a wallet is yours is deleted 90 days after it expires. “Your payments” shows what a wallet paid for only after that wallet has signed; the list is not kept, not even in your browser. If you join, your wallet and the invite made for it are kept.',
    ],
  },
  {
    title: 'In your browser',
    texts: ['This site sets no advertising or tracking cookies.'],
    points: [
      'A signed cookie (visitor) recognizes your browser once you open the membership window or the panel for removing a report; it expires 400 days after you last did so.',
      'This browser remembers payments you started until they are settled, and member sign-in messages until they expire, so you can pick up where you left off.',
      'The receipt of a removal you paid for stays in this browser until you dismiss it.',
      'Your case code stays in its tab until you close the tab.',
      'The private links to reports and statements you sent stay in this browser until you remove them.',
      "What you typed into a form and didn't send, which wallet you connected last, and whether you use the private check stay in this browser.",
      'Admins and moderators have an account with a password, passkeys or an authenticator app, recovery codes and a log of its changes; a session cookie (admin) while they are logged in, and one (admin-device) that recognizes their browser for 400 days.',
    ],
  },
  {
    title: 'If you are named here',
    texts: [
      'An entry contains your public username, other names the same account has had, a link to a post, wallets, sites and chats named in the text, what the post said then, and what a visitor wrote. Further statements and your published reply are shown with it. It is shown as a report, not as a finding of this site.',
      'Wrongly listed? Appeal for free on the case page, without signing up. A decision is due within seven days.',
      'You can ask what is stored about you, have it corrected, object to it, or have it erased, free of charge. Write to the contact below and name the entry. An entry that was removed is no longer shown, but stays stored, with the log of what moderators changed, until it is erased. After an erasure, the register shows only that an entry was erased. Older backups are overwritten on their normal schedule.',
    ],
  },
  {
    title: 'Who else receives data',
    texts: [
      "We don't sell this data, and we share only what is public here, in feeds for other programs. Our server reads posts from X and fetches profile images and market figures; for that it sends out usernames, links to posts and token addresses, never anything about visitors. To check payments, it asks Solana nodes about transactions and wallets; to invite a member, it may send Telegram the member's serial number. Your browser contacts X or the video host only when you press a button to show a post or play a video.",
      'If you pay with a wallet, your wallet and this page talk to a Solana node, which sees your IP address.',
    ],
  },
];
