import { statusTexts } from '@naughty-list/contracts/case-texts';
import { composeLink, type Named, presentName } from '../../lib/x-links.ts';

/**
 * Ten share texts for a report; a link to it and the project's account follow. None says what the account did, which is
 * the reporter's claim, not the site's.
 */
export const shareTemplates = [
  'Ho ho hold on, @NAME. Somebody wrote to Santa about you. Read it and judge for yourself:',
  'Dear @NAME, there is a letter to Santa with your handle in it. Open it here:',
  'Santa takes questions and answers, @NAME. Here is what was reported, and where to reply:',
  "There is a report about @NAME. The elves sort the mail, they don't judge it. Read it:",
  "Wrapping a present for @NAME? Read the report in Santa's ledger first:",
  "Rudolph's nose lights up a report about @NAME. Look before you send:",
  "Jingle bells, read it well: there is a report about @NAME in Santa's ledger.",
  'Even the Grinch got to tell his side, @NAME. Here is the report, and the reply box:',
  "There's a report about @NAME in Santa's ledger. Read it before you send a coin:",
  'Santa is coming to town, @NAME, and a report about you got there first:',
] as const;

/** A link to this site that searches for the username. */
export function searchLink(origin: string, username: string): string {
  return `${origin}/?search=${encodeURIComponent(username)}`;
}

export type RaidInput = Named & {
  twitterUrl: string;
  status: keyof typeof statusTexts;
  origin: string;
  account: string;
};

/**
 * X's compose page with one of the ten texts and the case's status, as a reply to the reported post, or as a mention if
 * the link has no post id. It names the account as X calls it now. `random` returns a number in [0, 1).
 */
export function raidLink(input: RaidInput, random: () => number = Math.random): string {
  const template = shareTemplates[Math.floor(random() * shareTemplates.length)] ?? shareTemplates[0];
  const link = searchLink(input.origin, input.username);
  const username = presentName(input);
  const text = template.replaceAll('NAME', username);
  return composeLink({
    ...input,
    username,
    text: `${text} ${link} ${input.account} (${statusTexts[input.status]})`,
  });
}
