import { createHash } from 'node:crypto';
import type { FeedCase, FeedQuery } from '@naughty-list/contracts/feeds';
import type { CaseState } from './repository.ts';

/** OASIS STIX 2.1, sections 10.7 and 4.7: what the account is suspected of. */
const indicatorTypes: Record<FeedCase['status'], string> = {
  unreviewed: 'unknown',
  corroborated: 'malicious-activity',
  disputed: 'unknown',
  compromised: 'compromised',
  cleared: 'benign',
};
const SINCE = '2026-01-01T00:00:00.000Z';

/**
 * A bundle with an account and an indicator per case. A removed case has only its indicator, revoked and without the
 * name. Ids derive from the random epoch and the number.
 */
export function toStix(
  cases: readonly CaseState[],
  { epoch, include, after }: FeedQuery & { epoch: string },
): string {
  const id = (type: string, of: string | number) =>
    `${type}--${stableUuid('stix', epoch, include, type, of)}`;
  const publisher = {
    type: 'identity',
    spec_version: '2.1',
    id: id('identity', 'publisher'),
    created: SINCE,
    modified: SINCE,
    name: 'The Naughty List',
    identity_class: 'organization',
  };
  const objects = cases.flatMap<object>(({ number, reportedAt, at, listed }) => {
    const account = id('user-account', number);
    const indicator = {
      type: 'indicator',
      spec_version: '2.1',
      id: id('indicator', number),
      created_by_ref: publisher.id,
      created: reportedAt,
      modified: at,
      pattern_type: 'stix',
      valid_from: reportedAt,
    };
    if (!listed) return [{ ...indicator, revoked: true, pattern: `[user-account:id = '${account}']` }];
    const { username, status, post } = listed;
    return [
      {
        type: 'user-account',
        spec_version: '2.1',
        id: account,
        account_type: 'twitter',
        account_login: username,
      },
      {
        ...indicator,
        revoked: false,
        name: `@${username}`,
        labels: [status],
        indicator_types: [indicatorTypes[status]],
        pattern: `[user-account:account_type = 'twitter' AND user-account:account_login = '${username}']`,
        external_references: [{ source_name: 'X', url: post }],
      },
    ];
  });
  return JSON.stringify({ type: 'bundle', id: id('bundle', after), objects: [publisher, ...objects] });
}

/**
 * A version 5 UUID (RFC 9562), deterministic for the same names. Never derived from a username, which could be found by
 * trial.
 */
export function stableUuid(...names: (string | number)[]): string {
  const bytes = createHash('sha1').update(names.join(' ')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
