import { membershipDoings } from '../chaos/memberships.ts';
import { invite, shuffled } from '../chaos/people.ts';
import { removalDoings } from '../chaos/removals.ts';
import { count } from '../journal.ts';
import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 1_000;
const REMOVALS = 20;
const MEMBERSHIPS = 15;

/** Users who pay for removals and memberships, validly and invalidly, sequentially in rounds. */
export async function pay(
  { world, random, over, runRecord, stuck, journal }: Crowd,
  self: { doing: string },
): Promise<void> {
  let people: ReturnType<typeof round> = [];
  const round = () =>
    shuffled(
      [...named('removal', removalDoings, REMOVALS), ...named('membership', membershipDoings, MEMBERSHIPS)],
      random,
    );
  const named = (what: string, table: Parameters<typeof invite>[0], many: number) =>
    invite(table, many, random).map(({ name, doing }) => ({ name: `${what}: ${name}`, doing }));
  await again(PAUSE_MS, over, async () => {
    if (people.length === 0) people = round();
    const person = people.pop();
    if (!person) return;
    count(runRecord.people, person.name);
    self.doing = person.name;
    await person.doing({ ...world, random: random.fork() }).then(
      () => count(journal.answered, 'users who paid, until they finish'),
      (error: Error) => stuck.push(`${person.name}: ${error.message}`),
    );
  });
}
