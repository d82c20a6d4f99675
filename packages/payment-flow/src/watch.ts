import { LAST_EVENT_ID, type Verification } from '@naughty-list/contracts/verifications';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import type { StreamedEvent } from '@naughty-list/service-kit/http/event-streams';

// The database notifies watchers; polling with increasing intervals covers lost notifications.
const FIRST_POLL_MS = 5_000;
const LONGEST_POLL_MS = 60_000;
// A watcher without changes ends after this; its clients call again.
const WATCH_MS = 10 * 60_000;

type Read<T> = () => Promise<T | undefined>;
type Watched = { id: string };

/** Follows each verification or intent once for all streams that show it. */
export type Watchers<T extends Watched = Verification> = {
  /** The last known state, if it is watched. */
  current(id: string): T | undefined;
  /**
   * Yields the state now and after each change, until it is over, `gone` aborts, or ten minutes pass without a change. A
   * failed `read` is retried.
   */
  watch(first: T, how: { read: Read<T>; gone: AbortSignal }): AsyncGenerator<StreamedEvent>;
};

type Watcher<T> = {
  last: T;
  ended: boolean;
  /** Called at each change and at the end. */
  viewers: Set<() => void>;
  /** Aborted when the last viewer has left. */
  left: AbortController;
};

/** `isOver`: whether a state is final. */
export function openWatchers<T extends Watched>(
  notifications: Pick<Notifications, 'waitFor'>,
  isOver: (one: T) => boolean,
): Watchers<T> {
  const open = new Map<string, Watcher<T>>();
  const toEvent = (data: T): StreamedEvent => (isOver(data) ? { data, id: LAST_EVENT_ID } : { data });

  function start(first: T, read: Read<T>): Watcher<T> {
    const watcher = {
      last: first,
      ended: false,
      viewers: new Set<() => void>(),
      left: new AbortController(),
    };
    open.set(first.id, watcher);
    void run(watcher, notifications, { read, isOver }).finally(() => {
      watcher.ended = true;
      if (open.get(first.id) === watcher) open.delete(first.id);
      notifyViewers(watcher);
    });
    return watcher;
  }

  return {
    current: (id) => open.get(id)?.last,
    async *watch(first, { read, gone }) {
      if (isOver(first)) {
        yield toEvent(first);
        return;
      }
      const watcher = open.get(first.id) ?? start(first, read);
      const news = { happened: () => {} };
      const wake = () => news.happened();
      watcher.viewers.add(wake);
      gone.addEventListener('abort', wake);
      try {
        for (let shown: T | undefined; ; ) {
          const { promise, resolve } = Promise.withResolvers<void>();
          news.happened = resolve;
          if (watcher.last !== shown) {
            shown = watcher.last;
            yield toEvent(shown);
          } else if (watcher.ended || gone.aborted) return;
          else await promise;
        }
      } finally {
        gone.removeEventListener('abort', wake);
        watcher.viewers.delete(wake);
        if (watcher.viewers.size === 0) {
          if (open.get(first.id) === watcher) open.delete(first.id);
          watcher.left.abort();
        }
      }
    },
  };
}

async function run<T extends Watched>(
  watcher: Watcher<T>,
  notifications: Pick<Notifications, 'waitFor'>,
  { read, isOver }: { read: Read<T>; isOver: (one: T) => boolean },
): Promise<void> {
  const { signal } = watcher.left;
  while (!isOver(watcher.last) && !signal.aborted) {
    const shown = JSON.stringify(watcher.last);
    const changed = async () => {
      const now = await read().catch(() => undefined);
      return now && JSON.stringify(now) !== shown ? now : undefined;
    };
    const next = await notifications.waitFor(watcher.last.id, changed, WATCH_MS, { pollMs, signal });
    // No change: the time is over, or the service is stopping.
    if (!next) return;
    watcher.last = next;
    notifyViewers(watcher);
  }
}

const pollMs = (polls: number) => Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 2 ** polls);

const notifyViewers = ({ viewers }: { viewers: Set<() => void> }) => {
  for (const wake of [...viewers]) wake();
};
