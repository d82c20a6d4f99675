/** Five share texts for a praise; a link to it follows. */
export const positiveMessages = [
  'Good news by sleigh, @NAME: somebody praised you on the Nice List. Thank you!',
  'Somebody wrote down a good deed @NAME did. The elves read it aloud, and the whole workshop cheered:',
  'Crypto is warmer for good deeds like yours, @NAME. No coal for this one:',
  'Dear @NAME, your stocking is getting an extra hook this year. Keep being this kind:',
  'Rudolph wants @NAME to know: some light the way without a red nose. Pass it on:',
];

/** One of the five, with a link to this site that searches the Nice List for the username. */
export function positiveMessage(index: number, origin: string, username: string): string {
  const text = (positiveMessages[index] ?? '').replaceAll('NAME', username);
  return `${text} ${origin}/nice-list?search=${encodeURIComponent(username)}`;
}

/** One of the five, never the previous one. `random` returns a number in [0, 1). */
export function pickMessage(before: number | undefined, random: () => number = Math.random): number {
  const choices = positiveMessages.map((_, index) => index).filter((index) => index !== before);
  return choices[Math.floor(random() * choices.length)] ?? 0;
}

export const DEFAULT_BADGE = 'NICE';

const positiveWords = new Set(
  `admirable amazing authentic awesome beautiful believable best blessed bold brave brilliant bright builder calm care
  cared cares caring champion charitable charity cheerful clever committed community compassion compassionate
  consistent courage courageous creative dedicated dependable devoted diligent donated donates donation educates
  educational educator encouraging ethical excellent exceptional extraordinary fabulous fair faithful fantastic
  friendly fun funny generosity generous generously genius gentle genuine gifted gold good goodness gracious grateful
  great hardworking heartwarming helped helper helpful helping helps hero heroic honest honesty honorable honour humble
  impressive incredible insightful inspirational inspired inspires inspiring integrity joy joyful kind kindest kindness
  kudos leader legend legendary legit love loved lovely loving loyal loyalty magic magical marvellous marvelous
  merry mentor noble outstanding patient patience perfect phenomenal pioneer polite positive professional protected
  protects protector pure reliable remarkable resilient respect respected respectful responsible responsive rescued
  saved saviour selfless sharing sincere skilled smart solid special splendid stellar superb support supported
  supporter supportive supports sweet talented teacher teaching terrific thankful thoughtful tireless transparency
  transparent treasure trust trusted trustworthy truthful uplifting valuable visionary warm wholesome wise wizard
  wonderful`.split(/\s+/),
);

/** The badge of a nice report: the first positive word of the description, upper case, or NICE. */
export function positiveBadge(description: string): string {
  const words = description.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (words.find((word) => positiveWords.has(word)) ?? DEFAULT_BADGE).toUpperCase();
}
