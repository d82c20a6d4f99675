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
      const taken: string[] = [];
      const giveBack = async () => {
        await Promise.all(taken.map((key) => counts.takeBack(key)));
      };
      // One after the other: a client whose guesses are used up opens no window for each name that it invents.
      for (const { key, lengthMs } of windows) {
        taken.push(key);
        const { count, endsInMs } = await counts.add(key, lengthMs);
        if (count <= limit) continue;
        // What is refused counts as nothing: the window opens when it would have anyway.
        await giveBack();
        return { retryAfter: Math.max(1, Math.ceil(endsInMs / 1_000)) };
      }
      return { giveBack };
    },
  };
}
