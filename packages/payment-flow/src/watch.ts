import { LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import type { StreamedEvent } from '@naughty-list/service-kit/http/event-streams';

// The database notifies of changes; polling covers lost notifications, and what only the verifier knows.
const FIRST_POLL_MS = 5_000;
const LONGEST_POLL_MS = 15_000;
// A stream without changes ends after this; its client calls again.
const WATCH_MS = 10 * 60_000;

/**
 * Yields the state of a verification or intent now and after each change, until it is over, `gone` aborts, or ten minutes
 * pass without a change. A failed `read` is retried.
 */
export async function* watch<T extends { id: string }>(
  notifications: Pick<Notifications, 'waitFor'>,
  first: T,
  { read, isFinal, gone }: Watching<T>,
): AsyncGenerator<StreamedEvent> {
  for (let shown: T | undefined = first; shown; ) {
    if (isFinal(shown)) {
      yield { data: shown, id: LAST_EVENT_ID };
      return;
    }
    yield { data: shown };
    const known: string = JSON.stringify(shown);
    const changed = async (): Promise<T | undefined> => {
      const now = await read().catch(() => undefined);
      return now && JSON.stringify(now) !== known ? now : undefined;
    };
    shown = await notifications.waitFor(shown.id, changed, WATCH_MS, { pollMs, signal: gone });
  }
}

type Watching<T> = {
  read: () => Promise<T | undefined>;
  /** Whether a state is final. */
  isFinal: (one: T) => boolean;
  gone: AbortSignal;
};

const pollMs = (polls: number) => Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 2 ** polls);
