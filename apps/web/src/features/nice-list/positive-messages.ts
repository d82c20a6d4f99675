/** Template values: `link` searches the Nice List for the username. */
type MessageFacts = { username: string; link: string };

/** Five share texts for a praise. */
export const positiveMessages: readonly ((facts: MessageFacts) => string)[] = [
  ({ username, link }) =>
    `Good news by sleigh, @${username}: somebody praised you on the Nice List. Thank you! ${link}`,
  ({ username, link }) =>
    `Somebody wrote down a good deed @${username} did. The elves read it aloud, and the whole workshop cheered: ${link}`,
  ({ username, link }) =>
    `Crypto is warmer for good deeds like yours, @${username}. No coal for this one: ${link}`,
  ({ username, link }) =>
    `Dear @${username}, your stocking is getting an extra hook this year. Keep being this kind: ${link}`,
  ({ username, link }) =>
    `Rudolph wants @${username} to know: some light the way without a red nose. Pass it on: ${link}`,
];

/** A link to this site that searches the Nice List for the username. */
export function heroLink(origin: string, username: string): string {
  return `${origin}/nice-list?search=${encodeURIComponent(username)}`;
}

/** One of the five, never the previous one. `random` returns a number in [0, 1). */
export function pickMessage(before: number | undefined, random: () => number = Math.random): number {
  const choices = positiveMessages.map((_, index) => index).filter((index) => index !== before);
  return choices[Math.floor(random() * choices.length)] ?? 0;
}
