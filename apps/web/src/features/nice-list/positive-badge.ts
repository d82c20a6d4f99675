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
