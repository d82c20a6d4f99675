import {
  type FeedCase,
  type FeedScope,
  MISP_EVENT_NUMBERS,
  type MispEvent,
} from '@naughty-list/contracts/feeds';
import type { CaseState, CasesOfMonth } from './repository.ts';
import { stableUuid } from './stix.ts';

/**
 * Consumers reload an event when its timestamp, in seconds, has risen. So timestamps stay this far in the past: another
 * change may follow within the same second.
 */
const SETTLED_AFTER_S = 10;

/** In the comment, because a consumer keeps attributes that an event omits. */
const comment = ({ status, post, handleChangedAt, aliases, traces }: FeedCase) =>
  [
    `${status}: ${post}`,
    ...(handleChangedAt ? [`found on ${handleChangedAt.slice(0, 10)} to be another account's`] : []),
    ...aliases.map(({ username, seenAt }) => `seen as @${username} on ${seenAt.slice(0, 10)}`),
    ...traces.map(({ kind, value }) => `named, not verified: ${kind} ${value}`),
  ].join('\n');

/** What the ids and times of events derive from: the random epoch, never a name. `now` is when the cases were read. */
type Of = { epoch: string; include: FeedScope; now: Date };

const id = ({ epoch, include }: Of, ...of: (string | number)[]) => stableUuid('misp', epoch, include, ...of);

const seconds = (at: Date, { now }: Of) =>
  String(Math.floor(Math.min(at.getTime() / 1_000, now.getTime() / 1_000 - SETTLED_AFTER_S)));

const eventId = ({ month, part }: CasesOfMonth, of: Of) => id(of, 'event', month, part);

const about = ({ month, part, at }: CasesOfMonth, of: Of): MispEvent => ({
  info: `The Naughty List: ${of.include} cases of ${month}${part > 0 ? `, from number ${part * MISP_EVENT_NUMBERS + 1}` : ''}`,
  date: `${month}-01`,
  timestamp: seconds(at, of),
  analysis: '2',
  threat_level_id: '4',
  Orgc: { name: 'The Naughty List', uuid: stableUuid('misp', of.epoch, 'publisher') },
  Tag: [{ name: 'tlp:clear', colour: '#ffffff' }],
});

/** The index of a MISP feed: its events by id. */
export const toMispManifest = (months: readonly CasesOfMonth[], of: Of): Record<string, MispEvent> =>
  Object.fromEntries(months.map((month) => [eventId(month, of), about(month, of)]));

/** The MD5 of each value with the id of its event, by which consumers find events. */
export const toMispHashes = (months: readonly CasesOfMonth[], of: Of): string =>
  months.flatMap((month) => month.hashes.map((hash) => `${hash},${eventId(month, of)}\n`)).join('');

export const findMispEvent = (months: readonly CasesOfMonth[], of: Of & { event: string }) =>
  months.find((month) => `${eventId(month, of)}.json` === of.event);

/**
 * A MISP event with an attribute per case. Consumers keep attributes that an event omits, so a removed case has a
 * deleted attribute, with its number in place of the name.
 */
export const toMispEvent = (month: CasesOfMonth, cases: readonly CaseState[], of: Of) => ({
  Event: {
    uuid: eventId(month, of),
    ...about(month, of),
    publish_timestamp: seconds(month.at, of),
    published: true,
    distribution: '3',
    Attribute: cases.map(({ number, at, listed }) => ({
      uuid: id(of, 'attribute', number),
      type: 'twitter-id',
      category: 'Social network',
      to_ids: false,
      distribution: '5',
      timestamp: seconds(new Date(at), of),
      ...(listed
        ? { value: listed.username, comment: comment(listed), deleted: false }
        : { value: `case ${number}`, comment: '', deleted: true }),
    })),
  },
});
