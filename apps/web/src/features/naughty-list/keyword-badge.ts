export const DEFAULT_BADGE = 'SCAMMER';
const MIN_LETTERS = 5;

/** Scam terms, with common variants. */
const scamTerms =
  `rugpull rugged ponzi pyramid scams scammed scammer scamming fraud fraudulent phishing steal stealing stole stolen theft
  honeypot pumped pumping dumped dumping manipulation manipulate exploit hacked hacker hacking drain drained drainer breach
  impersonator impersonate impersonating copycat clone exited abandoned vanished disappeared`.split(/\s+/);

/**
 * The word on a card's stamp: the first of five or more letters that begins or contains a scam term, otherwise SCAMMER.
 * Upper case. A stamp speaks for the site: a reporter's other words, such as "corroborated", are never on it.
 */
export function keywordBadge(description: string): string {
  const words = description
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .split(/\s+/u)
    .filter((word) => word.length >= MIN_LETTERS);
  return (words.map(scamTermIn).find((found) => found) ?? DEFAULT_BADGE).toUpperCase();
}

/** The beginning of a term as the word has it, or the longest term within the word. */
function scamTermIn(word: string): string | undefined {
  if (scamTerms.some((term) => term.startsWith(word))) return word;
  return scamTerms.filter((term) => word.includes(term)).sort((one, other) => other.length - one.length)[0];
}
