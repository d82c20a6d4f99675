const FIRST_MS = 60_000;
const FACTOR = 10;
/** After a minute, ten minutes, two hours and 17 hours. */
const TIMES = 4;

/** When to notify again after this many notifications; null once that is enough. */
export function redeliverAt(notifications: number, now: Date): Date | null {
  return notifications < TIMES ? new Date(now.getTime() + FIRST_MS * FACTOR ** notifications) : null;
}
