import type { RateLimitStore } from '../clients/rate-limit-store.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** One login attempt. `device` is set only for a known device of this admin. */
export type Attempt = { clientId: string; username: string; device: string | undefined };

/** Limits wrong passwords. Nothing is counted per username alone: that would let anyone lock the admin out. */
export type LoginBudgets = {
  /** Takes one attempt, or returns the seconds until the next one. A successful login gives it back. */
  take(attempt: Attempt): Promise<{ giveBack(): Promise<void> } | { retryAfter: number }>;
};

/**
 * Per client: `limit` in 15 minutes. Per client and username: `limit` in an hour. Per known device: `limit` in 15
 * minutes, independent of its address.
 */
export function createLoginBudgets({
  limit,
  rateLimitStore,
}: {
  limit: number;
  rateLimitStore: RateLimitStore;
}): LoginBudgets {
  return {
    async take({ clientId, username, device }) {
      const windows = device
        ? [{ key: `logins device ${device}`, lengthMs: QUARTER_HOUR_MS }]
        : [
            { key: `logins ${clientId}`, lengthMs: QUARTER_HOUR_MS },
            { key: `logins ${clientId} ${username.toLowerCase()}`, lengthMs: HOUR_MS },
          ];
      const taken: string[] = [];
      const giveBack = async () => {
        await Promise.all(taken.map((key) => rateLimitStore.takeBack(key)));
      };
      // In sequence: an exhausted client opens no further window for each username that it invents.
      for (const { key, lengthMs } of windows) {
        taken.push(key);
        const { count, endsInMs } = await rateLimitStore.add(key, lengthMs);
        if (count <= limit) continue;
        // A refused attempt is not counted, so it does not extend the window.
        await giveBack();
        return { retryAfter: Math.max(1, Math.ceil(endsInMs / 1_000)) };
      }
      return { giveBack };
    },
  };
}
