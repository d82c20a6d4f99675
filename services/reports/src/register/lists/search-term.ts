import { parseSubjects } from '@naughty-list/contracts/subject/parse-subjects';

/**
 * The term to search for: the username, post id, address or other trace in a pasted text; otherwise the text, trimmed, without
 * a leading @ and NUL (which stored text cannot contain), and lone surrogates replaced as in stored text.
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
