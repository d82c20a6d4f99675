import { isDone, LAST_EVENT_ID, type Verification } from '@naughty-list/contracts/verifications';
import type { StreamedEvent } from '@naughty-list/service-kit/event-streams';
import type { WakeUps } from '@naughty-list/service-kit/wake-ups';

// Those who watch are woken by the database; this makes up for a notice that was lost.
const POLL_MS = 5_000;
// A stream does not live for ever: its client just calls again.
const WATCH_MS = 10 * 60_000;

/**
 * A verification as it is, then as it is after each change, until it is done, `gone` is aborted, or ten minutes are over. What
 * cannot be asked for the moment is asked for again.
 */
export async function* watch(
  first: Verification,
  how: { follow: () => Promise<Verification | undefined>; wakeUps: WakeUps; gone: AbortSignal },
): AsyncGenerator<StreamedEvent> {
  const { follow, wakeUps, gone } = how;
  const deadline = performance.now() + WATCH_MS;
  let last = first;
  yield toEvent(last);
  while (!isDone(last) && !gone.aborted && performance.now() < deadline) {
    const shown = JSON.stringify(last);
    const changed = async () => {
      const now = await follow().catch(() => undefined);
      return now && JSON.stringify(now) !== shown ? now : undefined;
    };
    const options = { pollMs: POLL_MS, signal: gone };
    const next = await wakeUps.waitFor(first.id, changed, deadline - performance.now(), options);
    // Nothing new: the time is over, or the service stops.
    if (!next) return;
    last = next;
    yield toEvent(last);
  }
}

function toEvent(data: Verification): StreamedEvent {
  return isDone(data) ? { data, id: LAST_EVENT_ID } : { data };
}
