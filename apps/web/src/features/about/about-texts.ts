import type { roadmapSteps } from '@naughty-list/contracts/site-info';

/** A card with a heading and a paragraph. */
export type AboutCard = { title: string; text: string };

export type RoadmapEntry = { when: (typeof roadmapSteps)[number]; text: string };

export const features: readonly AboutCard[] = [
  {
    title: 'A ledger for everybody',
    text: 'Scammers are reported with a link to the post. Anybody can look a name up: no account, no coin, no cookies but the edible kind.',
  },
  {
    title: 'A price for silence',
    text: 'Whoever wants a report gone burns 1,000,000 LIST in the open. Not to me, not to a treasury: up the chimney, checked on chain.',
  },
  {
    title: 'A list for the nice ones',
    text: 'Those who answered questions at three in the morning and asked for nothing get a page of their own, in better handwriting.',
  },
];

export const roadmap: readonly RoadmapEntry[] = [
  {
    when: '2024 Launch',
    text: 'Santa finds a block explorer, mistakes it for a ledger, and is right. LIST goes on chain.',
  },
  {
    when: '2025 Q1 & Q2',
    text: 'The Naughty List opens. First reports, first jokes, first villain who asks who gave us permission.',
  },
  {
    when: '2025 Q3',
    text: 'Burning for silence works, the Nice List gets its first page, and the Secret Sausage Society elects a chairman.',
  },
  {
    when: '2025 Q4',
    text: 'On the bench: quicker search, stricter checks of every burn, better hats. The elves have asked for more cocoa.',
  },
  {
    when: '2026 & Beyond',
    text: 'A longer ledger, more eyes on it, and jokes in more languages. Plans, mind you: even Santa checks the weather first.',
  },
];

export const benefits: readonly AboutCard[] = [
  {
    title: 'Real utility',
    text: 'The coin does one thing: it pays, by burning, for a name to leave the ledger. You can watch it being done, and count.',
  },
  {
    title: 'Holiday timing',
    text: 'Every December the world remembers Santa for nothing. The other eleven months scammers do the remembering for us.',
  },
  {
    title: 'Community protection',
    text: 'Each report is a warning that a stranger did not get. Share one, and somebody keeps their presents this year.',
  },
  {
    title: 'Deflationary mechanics',
    text: 'Burned coins never come back, so there are fewer after every removal. Fewer is not a promise of dearer: it is only fewer.',
  },
];
