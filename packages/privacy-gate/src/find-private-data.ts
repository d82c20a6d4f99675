import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { findBankNumbers, findDocumentNumbers } from './bank-and-document-numbers.ts';
import { findEmailAddresses } from './email-addresses.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { blank, joined, type Span, toPlainText } from './plain-text.ts';
import { findPrivateKeys, findSeedPhrases } from './secrets.ts';
import { findStreetAddresses } from './street-addresses.ts';

/** `start` and `end` are offsets in the text, `end` exclusive. */
export type PrivateData = { kind: PrivateDataKind; start: number; end: number };

/** The most reliable finder first; later ones do not see what it found. */
const finders: readonly [PrivateDataKind, (text: string) => Span[]][] = [
  ['private-key', findPrivateKeys],
  ['seed-phrase', findSeedPhrases],
  ['email-address', findEmailAddresses],
  ['bank-number', findBankNumbers],
  ['document-number', findDocumentNumbers],
  ['phone-number', findPhoneNumbers],
  ['street-address', findStreetAddresses],
];

/**
 * Finds private data in a text, in text order. A safety net for careless reporters: deliberately disguised data passes,
 * and a few harmless texts are caught.
 */
export function findPrivateData(text: string): PrivateData[] {
  const plain = toPlainText(text);
  let rest = plain.text;
  const found = finders.flatMap(([kind, find]) => {
    const spans = joined(find(rest));
    rest = blank(rest, spans);
    return spans.map(([start, end]) => ({
      kind,
      start: plain.offsets[start] ?? 0,
      end: (plain.offsets[end - 1] ?? 0) + 1,
    }));
  });
  return found.sort((a, b) => a.start - b.start);
}

/** The distinct kinds of private data in a text; empty if the text may be public. */
export function privateDataKinds(text: string): PrivateDataKind[] {
  return [...new Set(findPrivateData(text).map(({ kind }) => kind))];
}
