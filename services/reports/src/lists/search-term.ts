/**
 * What is looked for: without the blanks around it, a leading @, and NUL (which no stored text holds). Halves of
 * surrogate pairs become the replacement character, as they do when a text is stored.
 */
export function toSearchTerm(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().trim().replace(/^@/, '').trim();
}
