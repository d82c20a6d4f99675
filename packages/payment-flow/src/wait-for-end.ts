import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { type ClaimTable, findClaim } from './claim-table.ts';

/** Waits up to `waitMs` until a claim is decided; undefined when still pending. */
export async function waitForEnd<S extends string | number, D extends string>(
  db: Knex,
  notifications: Notifications,
  of: ClaimTable<S, D>,
  { id, waitMs }: { id: string; waitMs: number },
): Promise<Claim<S, D> | undefined> {
  const decided = async () => {
    const claim = await findClaim(db, of, id);
    return claim && claim.status !== 'pending' ? claim : undefined;
  };
  return notifications.waitFor(id, decided, waitMs, { on: of.channel });
}
