/** Offsets of a finding: start, and end (exclusive). */
export type Span = readonly [start: number, end: number];

/** The text as finders read it; `offsets` maps each character to its place in the original. */
export type PlainText = { text: string; offsets: number[] };

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
/** The zeros of Arabic, Persian, Devanagari and full-width digits; the other nine follow each. */
const zeros = [0x660, 0x6f0, 0x966, 0xff10];
const plainForms: Record<string, string> = {
  '＠': '@',
  '＋': '+',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '−': '-',
  '’': "'",
};

/** Drops invisible characters; replaces digits of other scripts and variants of punctuation with plain ones. */
export function toPlainText(original: string): PlainText {
  const offsets: number[] = [];
  let text = '';
  for (let at = 0; at < original.length; at++) {
    const character = original.charAt(at);
    if (invisible.test(character)) continue;
    text += plainForms[character] ?? plainDigit(character);
    offsets.push(at);
  }
  return { text, offsets };
}

function plainDigit(character: string): string {
  if (/[\u00a0\u2000-\u200a\u202f\u3000]/.test(character)) return ' ';
  const code = character.charCodeAt(0);
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? character : String(code - zero);
}

/** The spans in text order, overlapping ones merged. */
export function joined(spans: readonly Span[]): Span[] {
  const inOrder: Span[] = [];
  for (const span of [...spans].sort(([a], [b]) => a - b)) {
    const last = inOrder.at(-1);
    if (last && span[0] <= last[1]) inOrder[inOrder.length - 1] = [last[0], Math.max(last[1], span[1])];
    else inOrder.push(span);
  }
  return inOrder;
}

/** The text with the spans masked; offsets are unchanged. */
export function blank(text: string, spans: readonly Span[]): string {
  let blanked = '';
  let at = 0;
  for (const [start, end] of joined(spans)) {
    blanked += text.slice(at, start) + '_'.repeat(end - start);
    at = end;
  }
  return blanked + text.slice(at);
}

/** The spans of all matches that pass the test. The pattern needs the flag g. */
export function findAll(
  text: string,
  pattern: RegExp,
  passes: (match: RegExpExecArray) => boolean = () => true,
): Span[] {
  return [...text.matchAll(pattern)]
    .filter(passes)
    .map(({ index, 0: found }) => [index, index + found.length] as const);
}

const unit =
  /^ ?(?:[%€$£¥₽]|(?:tokens?|units?|lamports?|gwei|wei|points?|coins?|usd[tc]?|eur|sol|eth|btc|holders|followers|users|people|blocks?|slots?|seconds|minutes?|hours?|days?|токен\p{L}*|rupiah)(?!\p{L}))/iu;
const ticker = /^ ?\$?(?!(?:AND|ASAP|FOR|NOW)\b)[A-Z]{3,10}(?!\p{L})/u;

/** Whether the text after a number marks it as an amount. */
export const isAmount = (after: string): boolean => unit.test(after) || ticker.test(after);
