import { getPrivateCheckShard } from 'virtual:endpoints/private-check';
import { CHECK_PREFIX_LENGTH, lookAlike } from '@naughty-list/contracts/look-alike';
import type { LookUp, SubjectAnswer } from '@naughty-list/contracts/look-up';
import { parseSubjects } from '@naughty-list/contracts/subject/parse-subjects';
import type { Subject } from '@naughty-list/contracts/subject/subject';
import { api } from './api.ts';

const NOT_A_NAME = 'A private check needs an X username or profile link. Nothing was sent.';
const LOOKS_LISTED =
  'A reported name looks like one you asked about. Check yours letter by letter: I or l, O or 0, and any underscores.';
const LINKS_REVEAL = 'Opening a link above tells our server which account you looked up.';

/** The answer to a private look-up has no text or post of a report, and a `note` for the visitor. */
export type LookUpAnswer = LookUp & { note?: string };

type Account = Extract<Subject, { kind: 'account' }>;
type Checked = { answer: SubjectAnswer; looksListed: boolean };

/**
 * Looks up accounts without revealing them: requests all entries whose hash has the same prefix and searches them here.
 *
 * @throws RangeError with a message for the visitor, if the text is no account
 */
export async function lookUpPrivately(text: string, signal: AbortSignal): Promise<LookUpAnswer> {
  const accounts = parseSubjects(text).filter((subject) => subject.kind === 'account');
  if (accounts.length === 0) throw new RangeError(NOT_A_NAME);
  const checked = await Promise.all(accounts.map((account) => check(account, signal)));
  const answers = checked.map(({ answer }) => answer);
  const hasLinks = answers.some(({ naughty, nice }) => naughty ?? nice);
  const notes = [checked.some(({ looksListed }) => looksListed) && LOOKS_LISTED, hasLinks && LINKS_REVEAL];
  const note = notes.filter(Boolean).join(' ');
  return { answers, ...(note && { note }) };
}

async function check({ username }: Account, signal: AbortSignal): Promise<Checked> {
  const account = await sha256(username.toLowerCase());
  const looksLike = await sha256(lookAlike(username));
  const params = { prefix: looksLike.slice(0, CHECK_PREFIX_LENGTH) };
  const { entries } = await api.call(getPrivateCheckShard, { params }, { signal });
  const entryOn = (name: (typeof entries)[number]['list']) =>
    entries.find(({ list, account: other }) => list === name && other === account);
  const [naughty, burned, nice] = [entryOn('naughty'), entryOn('burned'), entryOn('nice')];
  const answer: SubjectAnswer = {
    subject: { kind: 'account', username },
    naughty: naughty
      ? {
          username,
          times: naughty.times,
          since: naughty.since,
          status: naughty.status ?? 'unreviewed',
          // A shard does not say since when a listed case has its status.
          statusSince: naughty.status === 'cleared' ? naughty.since : '',
          firstLines: '',
          twitterUrl: '',
          aliases: naughty.hasLeft
            ? [{ username, seenAt: naughty.handleChangedAt ?? '', isCurrent: false }]
            : [],
          handleChangedAt: (!naughty.hasLeft && naughty.handleChangedAt) || null,
          losses: [],
        }
      : null,
    burned: burned && !naughty ? { username, at: burned.since } : null,
    // As in the look-up: praise that no moderator has read does not count for a listed account.
    nice:
      nice && (nice.isReviewed || !naughty)
        ? { username, times: nice.times, since: nice.since, isReviewed: nice.isReviewed }
        : null,
    near: [],
    meant: [],
    naming: { trace: null, total: 0, cases: [] },
    isReceipt: false,
  };
  const looksListed =
    !naughty &&
    entries.some(
      ({ looksLike: other, account: listed, list }) =>
        other === looksLike && listed !== account && list === 'naughty',
    );
  return { answer, looksListed };
}

async function sha256(text: string): Promise<string> {
  if (!window.isSecureContext) throw new RangeError('The private check works only over HTTPS.');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
