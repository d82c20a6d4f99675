import { composeLink } from '../../lib/compose-link.ts';

/** Template values: the reported handle, a search link for it, the project's account. */
type ShareFacts = { username: string; link: string; account: string };

/** Ten share texts for a report. */
export const shareTemplates: readonly ((facts: ShareFacts) => string)[] = [
  ({ username, link, account }) =>
    `Ho ho NO, @${username}. You made the Naughty List. Santa checked it twice: ${link} ${account}`,
  ({ username, link, account }) =>
    `Dear @${username}, there is a lump of coal with your handle on it. Pick it up here: ${link} ${account}`,
  ({ username, link, account }) =>
    `Santa sees you when you're sleeping, @${username}. He also reads the chain: ${link} ${account}`,
  ({ username, link, account }) =>
    `The elves audited @${username} and the elves are not amused. Read the ledger: ${link} ${account}`,
  ({ username, link, account }) =>
    `No presents for @${username} this year. The reason is written down: ${link} ${account}`,
  ({ username, link, account }) =>
    `Rudolph's nose went red for @${username}. Look before you send: ${link} ${account}`,
  ({ username, link, account }) =>
    `Jingle bells, something smells: @${username} is in Santa's ledger. ${link} ${account}`,
  ({ username, link, account }) =>
    `Even the Grinch gave it back, @${username}. The Naughty List never forgets: ${link} ${account}`,
  ({ username, link, account }) =>
    `All I want for Christmas is @${username} to return the funds. Until then: ${link} ${account}`,
  ({ username, link, account }) =>
    `Santa is coming to town, @${username}, and he brought the receipts: ${link} ${account}`,
];

/** A link to this site that searches for the username. */
export function searchLink(origin: string, username: string): string {
  return `${origin}/?search=${encodeURIComponent(username)}`;
}

export type RaidInput = { username: string; twitterUrl: string; origin: string; account: string };

/**
 * X's compose page with one of the ten texts, as a reply to the reported post, or as a mention if the link has no post
 * id. `random` returns a number in [0, 1).
 */
export function raidLink(input: RaidInput, random: () => number = Math.random): string {
  const template = shareTemplates[Math.floor(random() * shareTemplates.length)] ?? shareTemplates[0];
  const link = searchLink(input.origin, input.username);
  const text = template?.({ username: input.username, link, account: input.account }) ?? '';
  return composeLink({ username: input.username, twitterUrl: input.twitterUrl, text });
}
