import { afterAll } from 'vitest';

type Started = { close(): Promise<unknown> } | { stop(): Promise<unknown> };

/** At the top of a file: closes what its tests share after the last of them, the newest first. */
export function closeAfterAll<One extends Started>(started: One): One {
  afterAll(() => ('close' in started ? started.close() : started.stop()));
  return started;
}
