import type { WakeUps } from '@naughty-list/service-kit/wake-ups';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { findClaim } from './repository.ts';

/** Waits until a claim is decided, at most `waitMs`; answers nothing when it is pending still. */
export async function waitForEnd(
  db: Knex,
  wakeUps: WakeUps,
  id: string,
  waitMs: number,
): Promise<Claim | undefined> {
  const decided = async () => {
    const claim = await findClaim(db, id);
    return claim && claim.status !== 'pending' ? claim : undefined;
  };
  return wakeUps.waitFor(id, decided, waitMs);
}
