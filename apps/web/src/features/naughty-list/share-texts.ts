import { statusTexts } from '@naughty-list/contracts/case-texts';
import { composeLink } from '../../lib/x-links.ts';

/** Template values: the reported handle, a search link for it, the project's account. */
type ShareFacts = { username: string; link: string; account: string };

/** Ten share texts for a report. None says what the account did, which is the reporter's claim, not the site's. */
export const shareTemplates: readonly ((facts: ShareFacts) => string)[] = [
  ({ username, link, account }) =>
    `Ho ho hold on, @${username}. Somebody wrote to Santa about you. Read it and judge for yourself: ${link} ${account}`,
  ({ username, link, account }) =>
    `Dear @${username}, there is a letter to Santa with your handle in it. Open it here: ${link} ${account}`,
  ({ username, link, account }) =>
    `Santa takes questions and answers, @${username}. Here is what was reported, and where to reply: ${link} ${account}`,
  ({ username, link, account }) =>
    `There is a report about @${username}. The elves sort the mail, they don't judge it. Read it: ${link} ${account}`,
  ({ username, link, account }) =>
    `Wrapping a present for @${username}? Read the report in Santa's ledger first: ${link} ${account}`,
  ({ username, link, account }) =>
    `Rudolph's nose lights up a report about @${username}. Look before you send: ${link} ${account}`,
  ({ username, link, account }) =>
    `Jingle bells, read it well: there is a report about @${username} in Santa's ledger. ${link} ${account}`,
  ({ username, link, account }) =>
    `Even the Grinch got to tell his side, @${username}. Here is the report, and the reply box: ${link} ${account}`,
  ({ username, link, account }) =>
    `There's a report about @${username} in Santa's ledger. Read it before you send a coin: ${link} ${account}`,
  ({ username, link, account }) =>
    `Santa is coming to town, @${username}, and a report about you got there first: ${link} ${account}`,
];

/** A link to this site that searches for the username. */
export function searchLink(origin: string, username: string): string {
  return `${origin}/?search=${encodeURIComponent(username)}`;
}

export type RaidInput = {
  username: string;
  twitterUrl: string;
  status: keyof typeof statusTexts;
  origin: string;
  account: string;
};

/**
 * X's compose page with one of the ten texts and the case's status, as a reply to the reported post, or as a mention if
 * the link has no post id. `random` returns a number in [0, 1).
 */
export function raidLink(input: RaidInput, random: () => number = Math.random): string {
  const template = shareTemplates[Math.floor(random() * shareTemplates.length)] ?? shareTemplates[0];
  const link = searchLink(input.origin, input.username);
  const text = template?.({ username: input.username, link, account: input.account }) ?? '';
  return composeLink({ ...input, text: `${text} (${statusTexts[input.status]})` });
}
