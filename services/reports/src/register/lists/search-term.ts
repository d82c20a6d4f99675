import { parseSubjects } from '@naughty-list/contracts/subject/parse-subjects';

/**
 * What a search looks for: the name, number or address of what was pasted; for words, the text itself, trimmed, without a leading
 * @ and NUL (which stored text cannot contain). Lone surrogates become the replacement character, as in stored text.
 */
export function toSearchTerm(text: string): string {
  const [subject] = parseSubjects(text);
  switch (subject?.kind) {
    case 'account':
      return subject.username;
    case 'post':
      return subject.id;
    case 'address':
    case 'transaction':
    case 'trace':
      return subject.value;
    default:
      return text.replaceAll('\u0000', '').toWellFormed().trim().replace(/^@/, '').trim();
  }
}
