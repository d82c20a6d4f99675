export const DEFAULT_BADGE = 'SCAMMER';
const MIN_LETTERS = 5;

/** Scam terms, with common variants. */
const scamTerms =
  `rug pull, rugpull, rugged, ponzi, pyramid, scam, scammer, scamming, fraud, fraudulent, phishing, steal,
  stealing, stole, stolen, theft, honeypot, pump, dump, manipulation, manipulate, exploit, hack, breach,
  impersonator, impersonate, impersonating, copycat, clone, exit, abandoned, vanished, disappeared`.split(
    /,\s+/,
  );

/** Words that would read like a moderator's decision, since a badge looks like the site's own stamp. */
const decisionWords =
  /approved|cleared|compromised|confirmed|convicted|corroborated|disputed|guilty|innocent|moderat|official|proven|reviewed|santa|trusted|verified/;

/** Whether a stamp of the word has a decision in it, however its letters are written: `veriﬁed` is VERIFIED in upper case. */
const isDecision = (word: string) =>
  decisionWords.test(word.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()) ||
  // Letters of another script among Latin ones stand for those.
  (/\p{Script=Latin}/u.test(word) && /[^\p{Script=Latin}\P{L}]/u.test(word));

const stopWords = new Set(
  `about above after again against almost along already although always among another anybody anyone anything around
  aside because become before behind being below beneath beside besides between beyond could doesnt doing during either
  enough every everybody everyone everything except first following found gives going hasnt havent hello hence herself
  himself however inside instead isnt itself known least maybe might myself nearly neither never nobody nothing often
  other others otherwise ought ourselves outside please quite rather really reporter second several shall should since
  somebody someone something sometimes still taken their theirs them themselves there therefore these thing things think
  those though three through throughout today together tomorrow toward towards under unless until using wasnt werent
  whatever where whether which while whole whose within without would wouldnt years yesterday youre yours yourself`.split(
    /\s+/,
  ),
);

/**
 * The badge of a report: of its words with five or more letters and no decision in them, the first that matches a scam term
 * (either contains the other), else the first non-stop word, else SCAMMER. Upper case.
 */
export function keywordBadge(description: string): string {
  const words = description
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .split(/\s+/u)
    .filter((word) => (word.match(/\p{L}/gu) ?? []).length >= MIN_LETTERS && !isDecision(word));
  const scamWord = words.find((word) => scamTerms.some((term) => term.includes(word) || word.includes(term)));
  const badge = scamWord ?? words.find((word) => !stopWords.has(word)) ?? DEFAULT_BADGE;
  return badge.toUpperCase();
}
