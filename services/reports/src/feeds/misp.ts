import type { FeedCase, FeedQuery } from '@naughty-list/contracts/feeds';
import type { CaseState } from './repository.ts';
import { stableUuid } from './stix.ts';

const seconds = (at: string) => String(Math.floor(Date.parse(at) / 1_000));

/** In the comment, because a consumer keeps attributes that an event omits. */
const comment = ({ status, post, aliases, traces }: FeedCase) =>
  [
    `${status}: ${post}`,
    ...aliases.map(({ username, seenAt }) => `seen as @${username} on ${seenAt.slice(0, 10)}`),
    ...traces.map(({ kind, value }) => `named, not verified: ${kind} ${value}`),
  ].join('\n');

/**
 * A MISP event with an attribute per case of a page. Consumers keep attributes that an event omits, so a removed case
 * has a deleted attribute, with its number in place of the name. Ids derive from the random epoch and the number.
 */
export function toMisp(
  cases: readonly CaseState[],
  { epoch, include, after }: FeedQuery & { epoch: string },
): string {
  const id = (...of: (string | number)[]) => stableUuid('misp', epoch, include, ...of);
  const changedAt =
    cases
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  return JSON.stringify({
    Event: {
      uuid: id('event', after),
      info: `The Naughty List: ${include} cases`,
      date: changedAt.slice(0, 10),
      timestamp: seconds(changedAt),
      publish_timestamp: seconds(changedAt),
      published: true,
      analysis: '2',
      threat_level_id: '4',
      Orgc: { name: 'The Naughty List', uuid: stableUuid('misp', epoch, 'publisher') },
      Tag: [{ name: 'tlp:clear' }],
      Attribute: cases.map(({ number, at, listed }) => ({
        uuid: id('attribute', number),
        type: 'twitter-id',
        category: 'Social network',
        to_ids: false,
        timestamp: seconds(at),
        ...(listed
          ? { value: listed.username, comment: comment(listed), deleted: false }
          : { value: `case ${number}`, comment: '', deleted: true }),
      })),
    },
  });
}
