import { createHash } from 'node:crypto';
import { reportedName } from '@naughty-list/contracts/case-texts';
import type { FeedCase, FeedQuery } from '@naughty-list/contracts/feeds';
import { traceTexts, traceUrl } from '@naughty-list/contracts/trace-texts';
import { currentAliases } from './lines.ts';
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
 * A bundle with an account, an indicator and a grouping of traces per case. Of a removed case, only indicator and grouping
 * stay, revoked and without names. Revocation is final: a case that is listed again gets new ones, and a relationship to
 * the old. Ids derive from the random epoch and the number.
 */
export function toStix(
  cases: readonly CaseState[],
  { epoch, include, after }: FeedQuery & { epoch: string },
): string {
  const id: MakeId = (type, of) => `${type}--${stableUuid('stix', epoch, include, type, of)}`;
  const publisher = {
    type: 'identity',
    spec_version: '2.1',
    id: id('identity', 'publisher'),
    created: SINCE,
    modified: SINCE,
    name: 'The Naughty List',
    identity_class: 'organization',
  };
  const objects = cases.flatMap((each) => caseObjects(each, { publisher: publisher.id, id }));
  return JSON.stringify({ type: 'bundle', id: id('bundle', after), objects: [publisher, ...objects] });
}

type MakeId = (type: string, of: string | number) => string;

function caseObjects(
  { number, reportedAt, at, leftAt, listed, hasNames }: CaseState,
  { publisher, id }: { publisher: string; id: MakeId },
): object[] {
  const account = id('user-account', number);
  // How often the case was listed again; each time has its own ids.
  const times = listed ? leftAt.length : Math.max(0, leftAt.length - 1);
  const idOf = (type: string, time: number) => id(type, time === 0 ? number : `${number}.${time}`);
  const createdOf = (time: number) => leftAt[time - 1] ?? reportedAt;
  const header = (type: string, time: number, modified: string) => ({
    type,
    spec_version: '2.1',
    id: idOf(type, time),
    created_by_ref: publisher,
    created: createdOf(time),
    modified,
  });
  const indicatorOf = (time: number, modified: string) => ({
    ...header('indicator', time, modified),
    pattern_type: 'stix',
    valid_from: createdOf(time),
  });
  const revoked = { revoked: true, pattern: `[user-account:id = '${account}']` };
  const earlier = leftAt.slice(0, times).flatMap((left, time) => [
    { ...indicatorOf(time, left), ...revoked },
    {
      ...header('relationship', time + 1, left),
      relationship_type: 'derived-from',
      source_ref: idOf('indicator', time + 1),
      target_ref: idOf('indicator', time),
    },
  ]);
  const indicator = indicatorOf(times, at);
  const grouping = { ...header('grouping', times, at), context: 'unspecified' };
  if (!listed)
    return [
      ...earlier,
      { ...indicator, ...revoked },
      ...(hasNames ? [{ ...grouping, revoked: true, object_refs: [indicator.id] }] : []),
    ];
  const { username, status, post, handleChangedAt } = listed;
  const about = reportedName(listed);
  const named = namedObjects(listed, (type, of) => id(type, `${number} ${of}`));
  const groupingOfNamed = {
    ...grouping,
    name: `Named in reports about ${about}`,
    description: traceTexts.unverified,
    // Even when empty: names may become public later, and a revoked grouping could not return.
    revoked: false,
    object_refs: [account, ...named.map((object) => object.id)],
  };
  // Not the name that another account has now.
  const login = handleChangedAt ? currentAliases(listed)[0] : username;
  return [
    ...earlier,
    {
      type: 'user-account',
      spec_version: '2.1',
      id: account,
      account_type: 'twitter',
      ...(login && { account_login: login }),
    },
    {
      ...indicator,
      revoked: false,
      name: about.replace(/^a/, 'A'),
      labels: [status],
      indicator_types: [indicatorTypes[status]],
      pattern: login
        ? `[user-account:account_type = 'twitter' AND user-account:account_login = '${login}']`
        : revoked.pattern,
      external_references: [{ source_name: 'X', url: post }],
    },
    ...named,
    ...(hasNames ? [groupingOfNamed] : []),
  ];
}

type Observable = { type: string; spec_version: string; id: string; [property: string]: string };

/** The current alias and traces of a case. */
function namedObjects(of: FeedCase, id: (type: string, of: string) => string): Observable[] {
  const observable = (type: string, of: string, properties: Record<string, string>): Observable => ({
    type,
    spec_version: '2.1',
    id: id(type, of),
    ...properties,
  });
  const onX = (name: string) =>
    observable('user-account', name, { account_type: 'twitter', account_login: name });
  const objects = [
    ...currentAliases(of).map(onX),
    ...of.traces.map(({ kind, value }) => {
      if (kind === 'x') return onX(value);
      if (kind === 'domain') return observable('domain-name', value, { value });
      const url = traceUrl({ kind, value });
      if (url) return observable('url', value, { value: url });
      // Without a type of its own in STIX 2.1.
      return observable('x-naughty-list-trace', `${kind} ${value}`, { kind, value });
    }),
  ];
  return [...new Map(objects.map((object) => [object.id, object])).values()];
}

/**
 * A version 5 UUID (RFC 9562), deterministic for the same names. Never derive one from a username: it could be guessed by
 * trying names.
 */
export function stableUuid(...names: (string | number)[]): string {
  const bytes = createHash('sha1').update(names.join(' ')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
