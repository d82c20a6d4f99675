import type { roadmapSteps } from '@naughty-list/contracts/site-info';

/** A card with a heading and a paragraph. */
export type AboutCard = { title: string; text: string };

export type RoadmapEntry = { when: (typeof roadmapSteps)[number]; text: string };

export const features: readonly AboutCard[] = [
  {
    title: 'A ledger for everybody',
    text: "Every report links to the post it's about. Anybody can look up a name: no account, no coin, and no cookies to read it.",
  },
  {
    title: 'A price for silence',
    text: 'Wrongly listed? Appeal for free. Rather buy silence? Burn 1,000,000 LIST in the open: up the chimney, checked on chain.',
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
    text: 'The Naughty List opens. First reports, first jokes, first villain to ask who gave us permission.',
  },
  {
    when: '2025 Q3',
    text: 'Appeals are free, burning buys silence, the Nice List gets its first page, and the Secret Sausage Society elects a chairman.',
  },
  {
    when: '2025 Q4',
    text: 'Quicker search, stricter checks on every burn, better hats. The elves have asked for more cocoa.',
  },
  {
    when: '2026 & Beyond',
    text: 'A longer ledger, more eyes on it, and jokes in more languages. Plans, mind you: even Santa checks the weather first.',
  },
];

export const benefits: readonly AboutCard[] = [
  {
    title: 'Real utility',
    text: 'The coin burns when somebody buys silence about a report, and you can watch and count. Appealing a wrong report needs no coin at all.',
  },
  {
    title: 'Holiday timing',
    text: 'Every December the world remembers Santa for free. The other eleven months, scammers remind it.',
  },
  {
    title: 'Community protection',
    text: "Each report is a warning somebody else didn't get. Share one, and somebody may keep their presents this year.",
  },
  {
    title: 'Deflationary mechanics',
    text: "Burned coins never come back, so there are fewer after every burn. Fewer isn't a promise of pricier: it's only fewer.",
  },
];
