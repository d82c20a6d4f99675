import type { ClientIds } from '../clients/client-id.ts';
import { shareOf } from '../clients/networks.ts';
import { createPayers } from '../clients/payers.ts';
import type { Budget } from '../clients/rate-limit-store.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** One login attempt. `device` is set only for a known device of this admin. */
export type Attempt = { ip: string; username: string; device: string | undefined };

/**
 * The budgets of wrong passwords. Per client: `limit` in 15 minutes, and a multiple for its IPv6 networks. Per client
 * and username: `limit` in an hour. Per known device: `limit` in 15 minutes, independent of its address. Nothing is
 * counted per username alone: that would let anyone lock the admin out.
 */
export function createLoginBudgets(limit: number, clientIds: ClientIds): (attempt: Attempt) => Budget[] {
  const payersOf = createPayers(clientIds, shareOf);
  return ({ ip, username, device }) => {
    if (device) return [{ key: `logins device ${device}`, max: limit, windowMs: QUARTER_HOUR_MS }];
    // Hashed: what was typed as a username may be a password.
    const name = clientIds(`${clientIds(ip)} ${username.toLowerCase()}`);
    const perName = { key: `logins ${name}`, max: limit, windowMs: HOUR_MS };
    return [
      perName,
      ...payersOf(ip).map(({ key, share }) => ({
        key: `logins ${key}`,
        max: limit * share,
        windowMs: QUARTER_HOUR_MS,
      })),
    ];
  };
}
