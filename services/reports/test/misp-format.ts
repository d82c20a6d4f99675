import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

// What draft-dulaunoy-misp-core-format-18 asks of events, attributes and manifests, written from its text. Left out is
// what only an instance of MISP gives: its own numbers (`id`, `org_id`, `event_id`), which its feeds have not either.

const Seconds = z.string().regex(/^[1-9]\d{9}$/);
const Organisation = z.strictObject({ uuid: z.uuid(), name: z.string().min(1) });
const Tag = z.strictObject({ name: z.string().min(1), colour: z.string().regex(/^#[\da-f]{6}$/) });

const about = {
  info: z
    .string()
    .max(256)
    .regex(/^[^\n]+$/),
  date: z.iso.date(),
  timestamp: Seconds,
  analysis: z.enum(['0', '1', '2']),
  threat_level_id: z.enum(['1', '2', '3', '4']),
  Orgc: Organisation,
  Tag: z.array(Tag),
};

/** Of the categories, the one that has accounts of social networks, with some of its types. */
const Attribute = z.strictObject({
  uuid: z.uuid(),
  category: z.literal('Social network'),
  type: z.enum(['twitter-id', 'github-username', 'jabber-id', 'comment', 'text', 'other']),
  value: z.string().min(1),
  to_ids: z.boolean(),
  distribution: z.enum(['0', '1', '2', '3', '5']),
  timestamp: Seconds,
  comment: z.string(),
  deleted: z.boolean(),
});

const Event = z.strictObject({
  uuid: z.uuid(),
  ...about,
  publish_timestamp: Seconds,
  published: z.literal(true),
  distribution: z.enum(['0', '1', '2', '3']),
  Attribute: z.array(Attribute),
});
export type Event = z.infer<typeof Event>;

const Manifest = z.record(z.uuid(), z.strictObject(about));

/** Reads a whole feed by its manifest; throws where it is not what the format says. */
export async function readMispFeed(read: (file: string) => Promise<string>): Promise<Event[]> {
  const manifest = Manifest.parse(JSON.parse(await read('manifest.json')));
  const events: Event[] = [];
  for (const [uuid, said] of Object.entries(manifest)) {
    const file = JSON.parse(await read(`${uuid}.json`));
    const event = z.strictObject({ Event }).parse(file).Event;
    const { Attribute: _, publish_timestamp, published, distribution, timestamp, ...rest } = event;
    // It is read after the manifest.
    const isAsSaid = isDeepStrictEqual({ ...rest, timestamp }, { uuid, ...said, timestamp });
    if (!isAsSaid || Number(timestamp) < Number(said.timestamp))
      throw new Error(`event ${uuid} is not as in the manifest`);
    if (event.Attribute.some(({ timestamp }) => Number(timestamp) > Number(event.timestamp)))
      throw new Error(`event ${uuid} is older than an attribute`);
    events.push(event);
  }
  const ids = events.flatMap(({ uuid, Attribute: of }) => [uuid, ...of.map((each) => each.uuid)]);
  if (new Set(ids).size < ids.length) throw new Error('an id is used twice');
  const hashes = events.flatMap(({ uuid, Attribute: of }) =>
    of.flatMap(({ value, deleted }) =>
      deleted ? [] : [`${createHash('md5').update(value).digest('hex')},${uuid}\n`],
    ),
  );
  if ((await read('hashes.csv')) !== hashes.join(''))
    throw new Error('the hashes are not those of the values');
  return events;
}
