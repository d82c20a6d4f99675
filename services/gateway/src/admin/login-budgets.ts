import type { Counts } from '../clients/counts.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Who tries: `device` only where the browser is one that this admin has logged in from before. */
export type Attempt = { clientId: string; username: string; device: string | undefined };

/** How many wrong passwords are let through. Nothing is counted per username alone: strangers would lock the admin out. */
export type LoginBudgets = {
  /** Takes one attempt, or tells in how many seconds there will be one. A login that succeeds gives it back. */
  take(attempt: Attempt): Promise<{ giveBack(): Promise<void> } | { retryAfter: number }>;
};

/**
 * Per client: `limit` in 15 minutes. Per client and username: `limit` in an hour. A known device: `limit` in 15 minutes,
 * whoever else comes from the same address.
 */
export function createLoginBudgets({ limit, counts }: { limit: number; counts: Counts }): LoginBudgets {
  return {
    async take({ clientId, username, device }) {
      const windows = device
        ? [{ key: `logins device ${device}`, lengthMs: QUARTER_HOUR_MS }]
        : [
            { key: `logins ${clientId}`, lengthMs: QUARTER_HOUR_MS },
            { key: `logins ${clientId} ${username.toLowerCase()}`, lengthMs: HOUR_MS },
          ];
      const giveBack = async () => {
        await Promise.all(windows.map(({ key }) => counts.takeBack(key)));
      };
      const counted = await Promise.all(windows.map(({ key, lengthMs }) => counts.add(key, lengthMs)));
      const full = counted.filter(({ count }) => count > limit);
      if (full.length === 0) return { giveBack };
      // What is refused counts as nothing: the window opens when it would have anyway.
      await giveBack();
      const opensInMs = Math.max(...full.map(({ endsInMs }) => endsInMs));
      return { retryAfter: Math.max(1, Math.ceil(opensInMs / 1_000)) };
    },
  };
}
