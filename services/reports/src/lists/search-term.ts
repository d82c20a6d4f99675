/**
 * Normalises a search term: trims it and removes a leading @ and NUL (which stored text cannot contain). Lone
 * surrogates become the replacement character, as in stored text.
 */
export function toSearchTerm(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().trim().replace(/^@/, '').trim();
}
