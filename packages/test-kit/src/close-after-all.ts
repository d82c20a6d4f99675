import { afterAll } from 'vitest';

const endings = ['close', 'stop', 'end', 'destroy', 'drop'] as const;
type Ending = (typeof endings)[number];
type Started = { [One in Ending]: Record<One, () => unknown> }[Ending];

/** At the top of a file: closes what its tests share after the last of them, the newest first. */
export function closeAfterAll<One extends Started>(started: One): One {
  const ending = endings.find((each) => each in started);
  afterAll(() => (started as Record<Ending, () => unknown>)[ending as Ending]());
  return started;
}
