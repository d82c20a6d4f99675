import { accountInUrl } from '@naughty-list/contracts/report-input';

/**
 * Normalises a search term: the account of a pasted post or profile URL; otherwise the text, trimmed, without a leading
 * @ and NUL (which stored text cannot contain). Lone surrogates become the replacement character, as in stored text.
 */
export function toSearchTerm(text: string): string {
  const term = text.replaceAll('\u0000', '').toWellFormed().trim();
  return accountInUrl(term) ?? term.replace(/^@/, '').trim();
}
