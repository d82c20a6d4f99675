import { findAll, type Span } from './plain-text.ts';

const plain = /(?<![\w.%+@-])[\w.%+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}(?![\w@])/gi;
/** `name (at) example (dot) com` */
const bracketed =
  /(?<![\w.%+@-])[\w.%+-]{1,64} ?(?:\(at\)|\[at\]|\{at\}) ?[a-z\d-]{1,63} ?(?:\.|\((?:dot|punkt|point|punto)\)|\[(?:dot|punkt|point|punto)\]) ?[a-z]{2,24}/gi;
/** `some.name @ example.com` */
const spaced =
  /(?<![\w.%+@-])[\w%+-]{0,32}[\d._][\w.%+-]{0,32} @ ?(?:[a-z\d-]{1,63}\.)+[a-z]{2,24}(?![\w@])/gi;
/** `name at example dot com` */
const spelled = /(?<![\w.%+@-])[\w.%+-]{2,64} at [a-z\d-]{1,63} dot [a-z]{2,6}\b/gi;

/** Email addresses, also with a spelled out @ or dot. */
export function findEmailAddresses(text: string): Span[] {
  return [plain, bracketed, spaced, spelled].flatMap((pattern) => findAll(text, pattern));
}
