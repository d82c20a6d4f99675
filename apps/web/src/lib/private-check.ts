import { getPrivateCheckShard } from 'virtual:endpoints/private-check';
import { statusTexts } from '@naughty-list/contracts/case-texts';
import { CHECK_PREFIX_LENGTH, lookAlike } from '@naughty-list/contracts/look-alike';
import type { LookUp } from '@naughty-list/contracts/look-up';
import { accountInUrl, Username } from '@naughty-list/contracts/report-input';
import { api } from './api.ts';

const NOT_A_NAME = 'The private check takes a username, or a link to an account on X. Nothing was sent.';
const LOOKS_LISTED =
  'A listed name looks like this one. Compare every letter: I and l, O and 0, and each underscore.';

/** A look-up's answer; a private one has no post but may have a note (the status, or a hint). */
export type Answered = LookUp & { note?: string };

/**
 * What both lists contain about an account that is not revealed to the server: requests the entries whose hash has the
 * same prefix and searches them here.
 *
 * @throws Error with a text for the visitor
 */
export async function lookUpPrivately(text: string, signal: AbortSignal): Promise<Answered> {
  const { data: username } = Username.safeParse(accountInUrl(text) ?? text);
  if (username === undefined) throw new Error(NOT_A_NAME);
  const account = await sha256(username.toLowerCase());
  const looksLike = await sha256(lookAlike(username));
  const params = { prefix: looksLike.slice(0, CHECK_PREFIX_LENGTH) };
  const { entries } = await api.call(getPrivateCheckShard, { params }, { signal });
  const on = (name: 'naughty' | 'nice') => {
    const entry = entries.find(({ list, account: other }) => list === name && other === account);
    return entry ? { ...entry, username, twitterUrl: '' } : null;
  };
  const answer = {
    kind: 'account' as const,
    term: username,
    naughty: on('naughty'),
    nice: on('nice'),
    near: [],
  };
  if (answer.naughty ?? answer.nice) {
    const { status = null } = answer.naughty ?? {};
    const ofCase = status ? `The case: ${statusTexts[status]}. ` : '';
    return { ...answer, note: `${ofCase}A link above names the account once you open it.` };
  }
  const isLikeListed = entries.some((entry) => entry.looksLike === looksLike);
  return isLikeListed ? { ...answer, note: LOOKS_LISTED } : answer;
}

async function sha256(text: string): Promise<string> {
  if (!window.isSecureContext) throw new Error('The private check needs an https address.');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
