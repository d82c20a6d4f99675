import { adminAccountTexts } from '@naughty-list/contracts/admin-accounts';
import { AdminUsername, adminSessionTexts, type Login } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { createBudgets } from '../clients/budgets.ts';
import type { ClientIds } from '../clients/client-id.ts';
import { createFairQueue, TooManyWaiting } from '../clients/fair-queue.ts';
import { shareOf } from '../clients/networks.ts';
import type { Budget, RateLimitStore } from '../clients/rate-limit-store.ts';
import { type Admin, findAdminByName, hasSecondFactor, recordLogin } from './accounts.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { type Authenticators, redeemCode } from './second-factors.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

/** One login attempt. `device` is set only for a known device of this admin. */
type Attempt = { ip: string; username: string; device: string | undefined };

/**
 * The budgets of wrong passwords. Per client: `limit` in 15 minutes, and a multiple for its IPv6 networks. Per client
 * and username: `limit` in an hour. Per known device: `limit` in 15 minutes, independent of its address. Nothing is
 * counted per username alone: that would let anyone lock the admin out.
 */
function createLoginBudgets(limit: number, clientIds: ClientIds): (attempt: Attempt) => Budget[] {
  const window = { name: 'logins', max: limit, windowMs: QUARTER_HOUR_MS };
  const budgetsOf = createBudgets(clientIds, shareOf, window);
  return ({ ip, username, device }) => {
    if (device) return [{ key: `logins device ${device}`, max: limit, windowMs: QUARTER_HOUR_MS }];
    // Hashed: what was typed as a username may be a password.
    const name = clientIds(`${clientIds(ip)} ${username.toLowerCase()}`);
    return [{ key: `logins ${name}`, max: limit, windowMs: HOUR_MS }, ...budgetsOf(ip)];
  };
}

/** Two concurrent hashes leave CPU for the other requests. */
const UNKNOWN_CLIENTS = { concurrent: 2, perNetwork: 8 };
/** Separate, so that a flood from many networks does not delay them. */
const KNOWN_DEVICES = { concurrent: 1, perNetwork: 4 };
const BUSY_RETRY_SECONDS = 5;

export type Logins = {
  /**
   * The admin with this username and password.
   *
   * @throws ApiError invalid_login, too_many_requests, or service_unavailable
   */
  check(login: Login, from: From): Promise<Admin>;
  /**
   * Checks the password of a logged-in admin again, before a change of the account.
   *
   * @throws ApiError not_confirmed, too_many_requests, or service_unavailable
   */
  confirm(admin: { username: string; password: string }, from: From): Promise<void>;
};

type From = Omit<Attempt, 'username'> & { networkId: string };
/** Only `wrong` and `wrong code` count as guesses. */
type Outcome = Admin | 'wrong' | 'wrong code' | 'code needed' | 'passkey needed';

type Parts = {
  limit: number;
  clock: Clock;
  keptRateLimits: RateLimitStore;
  clientIds: ClientIds;
  authenticators: Authenticators;
};

/** Checks passwords. An unknown username takes as long as a known one and gets the same response. */
export function createLogins(
  db: Database,
  { limit, clock, keptRateLimits, clientIds, authenticators }: Parts,
): Logins {
  const loginBudgets = createLoginBudgets(limit, clientIds);
  const unknownClients = createFairQueue(UNKNOWN_CLIENTS);
  const knownDevices = createFairQueue(KNOWN_DEVICES);
  let decoyHash: Promise<string> | undefined;

  async function verifyPassword(username: string, password: string): Promise<Admin | undefined> {
    // Skip the lookup for invalid usernames; PostgreSQL rejects some of them.
    const { success: canBeName } = AdminUsername.safeParse(username);
    const admin = canBeName ? await findAdminByName(db, username) : undefined;
    decoyHash ??= hashPassword('no account has this password');
    const matches = await passwordMatches(admin?.passwordHash ?? (await decoyHash), password);
    return matches ? admin : undefined;
  }

  async function verify({ username, password, code }: Login): Promise<Outcome> {
    const admin = await verifyPassword(username, password);
    if (!admin) return 'wrong';
    if (hasSecondFactor(admin)) {
      if (!code) return admin.totpSecret === null ? 'passkey needed' : 'code needed';
      if (!(await redeemCode({ db, authenticators }, admin, code))) return 'wrong code';
    }
    return (await recordLogin(db, admin, clock.now())) ? admin : 'wrong';
  }

  /** Runs an attempt in the queue and within its budgets; only a wrong guess is counted. */
  async function attempt<Result>(
    username: string,
    { networkId, ...from }: From,
    run: () => Promise<Result>,
    isWrong: (result: Result) => boolean,
  ): Promise<Result> {
    const budgets = loginBudgets({ ...from, username });
    const counted = async () => {
      const { isFull, endsInMs } = await keptRateLimits.take(budgets);
      if (isFull) throw tooMany(Math.max(1, Math.ceil(endsInMs / 1_000)));
      // An attempt that could not be checked is not counted.
      const result = await run().catch(async (error) => {
        await keptRateLimits.giveBack(budgets);
        throw error;
      });
      if (!isWrong(result)) await keptRateLimits.giveBack(budgets);
      return result;
    };
    const { device } = from;
    // Counting is queued, too, so that refusing a flood does not slow down others.
    const turn = device ? knownDevices.run(device, counted) : unknownClients.run(networkId, counted);
    return turn.catch((error) => {
      throw error instanceof TooManyWaiting ? tooMany(BUSY_RETRY_SECONDS) : error;
    });
  }

  return {
    async check(login, from) {
      const isWrong = (outcome: Outcome) => outcome === 'wrong' || outcome === 'wrong code';
      const outcome = await attempt(login.username, from, () => verify(login), isWrong);
      if (typeof outcome === 'object') return outcome;
      throw refusals[outcome]();
    },
    async confirm({ username, password }, from) {
      const isRight = await attempt(
        username,
        from,
        async () => (await verifyPassword(username, password)) !== undefined,
        (right) => !right,
      );
      if (!isRight) throw new ApiError('not_confirmed', adminAccountTexts.wrongPassword);
    },
  };
}

const refusals = {
  wrong: () => new ApiError('invalid_login', adminSessionTexts.invalidLogin),
  'wrong code': () => new ApiError('invalid_login', adminSessionTexts.wrongCode),
  'code needed': () => new ApiError('second_factor_required', adminSessionTexts.codeNeeded),
  'passkey needed': () => new ApiError('second_factor_required', adminSessionTexts.passkeyNeeded),
} as const;

const tooMany = (retryAfter: number) =>
  new ApiError('too_many_requests', adminSessionTexts.tooManyLogins, { retryAfter });
