import { AdminUsername, adminSessionTexts, type Login } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { ClientIds } from '../clients/client-id.ts';
import type { RateLimitStore } from '../clients/rate-limit-store.ts';
import { orUnavailable } from '../database.ts';
import { type Admin, findAdminByName, recordLogin } from './accounts.ts';
import { type ConcurrencyLimit, limitConcurrency, TooManyWaiting } from './concurrency-limit.ts';
import { type Attempt, createLoginBudgets } from './login-budgets.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/** Two concurrent hashes leave CPU for the other requests. */
const UNKNOWN_CLIENTS = { concurrent: 2, waiting: 16 };
const KNOWN_DEVICES = { concurrent: 1, waiting: 4 };
const BUSY_RETRY_SECONDS = 5;

export type Logins = {
  /**
   * The admin with this username and password.
   *
   * @throws ApiError invalid_login, too_many_requests, or service_unavailable when too many attempts run at once
   */
  check(login: Login, from: Omit<Attempt, 'username'>): Promise<Admin>;
  /** Separate, so that a flood of unknown clients does not delay known devices. */
  hashing: { unknownClients: ConcurrencyLimit; knownDevices: ConcurrencyLimit };
};

/** Checks passwords. An unknown username takes as long as a known one and gets the same response. */
export function createLogins(
  db: Database,
  {
    limit,
    clock,
    rateLimitStore,
    clientIds,
  }: { limit: number; clock: Clock; rateLimitStore: RateLimitStore; clientIds: ClientIds },
): Logins {
  const budgets = createLoginBudgets({ limit, rateLimitStore, clientIds });
  const hashing = {
    unknownClients: limitConcurrency(UNKNOWN_CLIENTS),
    knownDevices: limitConcurrency(KNOWN_DEVICES),
  };
  let decoyHash: Promise<string> | undefined;

  async function verify({ username, password }: Login): Promise<Admin | undefined> {
    // Skip the lookup for invalid usernames; PostgreSQL rejects some of them.
    const { success: canBeName } = AdminUsername.safeParse(username);
    const admin = canBeName ? await findAdminByName(db, username) : undefined;
    decoyHash ??= hashPassword('no account has this password');
    const matches = await passwordMatches(admin?.passwordHash ?? (await decoyHash), password);
    if (!admin || !matches) return undefined;
    return (await recordLogin(db, admin, clock.now())) ? admin : undefined;
  }

  return {
    hashing,
    async check(login, from) {
      const taken = await budgets.take({ ...from, username: login.username });
      if ('retryAfter' in taken) {
        const { retryAfter } = taken;
        throw new ApiError('too_many_requests', adminSessionTexts.tooManyLogins, { retryAfter });
      }
      const limited = from.device ? hashing.knownDevices : hashing.unknownClients;
      const admin = await limited
        .run(() => orUnavailable(verify(login)))
        .catch(async (error) => {
          // An attempt that was not checked is not counted.
          await taken.giveBack();
          throw error instanceof TooManyWaiting ? busy() : error;
        });
      if (!admin) throw new ApiError('invalid_login', adminSessionTexts.invalidLogin);
      await taken.giveBack();
      return admin;
    },
  };
}

const busy = () =>
  new ApiError('service_unavailable', adminSessionTexts.tooManyLogins, { retryAfter: BUSY_RETRY_SECONDS });
