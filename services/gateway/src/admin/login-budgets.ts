import type { Clock } from '@naughty-list/service-kit/clock';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const REMEMBERED = 50_000;

/** Who tries: `device` only where the browser is one that this admin has logged in from before. */
export type Attempt = { clientId: string; username: string; device: string | undefined };

/** How many wrong passwords are let through. Nothing is counted per username alone: strangers would lock the admin out. */
export type LoginBudgets = {
  /** Takes one attempt, or tells in how many seconds there will be one. A login that succeeds gives it back. */
  take(attempt: Attempt): { giveBack(): void } | { retryAfter: number };
};

type Window = { left: number; endsAt: number };

/**
 * Per client: `limit` in 15 minutes. Per client and username: `limit` in an hour. A known device: `limit` in 15 minutes,
 * whoever else comes from the same address.
 */
export function createLoginBudgets({ limit, clock }: { limit: number; clock: Clock }): LoginBudgets {
  const windows = new Map<string, Window>();

  function windowOf(key: string, lengthMs: number, now: number): Window {
    const known = windows.get(key);
    if (known && known.endsAt > now) return known;
    const opened = { left: limit, endsAt: now + lengthMs };
    // Map keeps the order of insertion: the oldest goes when there are too many.
    windows.delete(key);
    windows.set(key, opened);
    if (windows.size > REMEMBERED) windows.delete(windows.keys().next().value ?? key);
    return opened;
  }

  return {
    take({ clientId, username, device }) {
      const now = clock.now().getTime();
      const name = username.toLowerCase();
      const counted = device
        ? [windowOf(`device ${device}`, QUARTER_HOUR_MS, now)]
        : [
            windowOf(`client ${clientId}`, QUARTER_HOUR_MS, now),
            windowOf(`client ${clientId} ${name}`, HOUR_MS, now),
          ];
      const empty = counted.filter(({ left }) => left <= 0);
      if (empty.length > 0) {
        const opensAt = Math.max(...empty.map(({ endsAt }) => endsAt));
        return { retryAfter: Math.max(1, Math.ceil((opensAt - now) / 1_000)) };
      }
      for (const window of counted) window.left -= 1;
      return {
        giveBack: () => {
          for (const window of counted) window.left += 1;
        },
      };
    },
  };
}
