import { randomBytes } from 'node:crypto';
import { type Database, secretOf } from '@naughty-list/service-kit/database/database';
import { decrypt, encrypt, openMacs } from '@naughty-list/service-kit/database/encrypted';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { Secret, TOTP } from 'otpauth';
import { type Admin, changeFactors, findAccount } from './accounts.ts';

const ISSUER = 'The Naughty List';
const PERIOD_S = 30;
/** Accepts codes of the previous and next step, too, because clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 8;
/** 120 bits: too many to guess (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_BYTES = 15;

export type Authenticators = {
  /** A secret for an app, in base32, the URL of its QR code, and the secret as it is kept. */
  make(admin: Pick<Admin, 'id' | 'username'>): { secret: string; url: string; kept: string };
  /** The time step of a valid code; undefined otherwise. */
  stepOf(admin: Pick<Admin, 'id'>, kept: string, code: string): number | undefined;
};

/** Secrets are kept encrypted, each for its account. */
export function createAuthenticators({ secret, clock }: { secret: string; clock: Clock }): Authenticators {
  const useOf = ({ id }: Pick<Admin, 'id'>) => ({ secret, purpose: `authenticator of account ${id}` });
  return {
    make(admin) {
      const made = new Secret({ size: 20 });
      const totp = new TOTP({ issuer: ISSUER, label: admin.username, period: PERIOD_S, secret: made });
      const kept = encrypt(made.base32, useOf(admin)).toString('base64');
      return { secret: made.base32, url: totp.toString(), kept };
    },
    stepOf(admin, kept, code) {
      const opened = decrypt(Buffer.from(kept, 'base64'), useOf(admin));
      if (opened === undefined) return undefined;
      const timestamp = clock.now().getTime();
      const totp = new TOTP({ period: PERIOD_S, secret: Secret.fromBase32(opened) });
      const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: WINDOW });
      return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
    },
  };
}

/** Whether the code of the app or a recovery code is valid; either counts once. */
export async function redeemCode(
  { db, authenticators }: { db: Database; authenticators: Authenticators },
  admin: Admin,
  code: string,
): Promise<boolean> {
  const { totpSecret: kept } = admin;
  const step = kept === null ? undefined : authenticators.stepOf(admin, kept, code);
  if (step !== undefined) {
    const counted = await db('admin_users')
      .where({ id: admin.id })
      .where('totp_step', '<', step)
      .update({ totp_step: step });
    return counted > 0;
  }
  const hash = recoveryHashes(db, admin.id)(code);
  const used = await db('admin_users')
    .where({ id: admin.id })
    .whereRaw('? = any(recovery_codes)', [hash])
    .update({ recovery_codes: db.raw('array_remove(recovery_codes, ?)', [hash]) });
  return used > 0;
}

export async function setTotp(
  db: Database,
  { id, secret, step }: { id: number; secret: string | null; step: number },
): Promise<void> {
  await changeFactors(db, id, (trx) =>
    trx('admin_users').where({ id }).update({ totp_secret: secret, totp_step: step }),
  );
}

/** Replaces the recovery codes of an account; without a second factor it needs none. */
export async function replaceRecoveryCodes(db: Database, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await db('admin_users')
    .where({ id: adminId })
    .update({ recovery_codes: codes.map(recoveryHashes(db, adminId)) });
  return codes;
}

export async function countRecoveryCodes(db: Database, adminId: number): Promise<number> {
  const row = await db('admin_users').where({ id: adminId }).first('recovery_codes');
  return row?.recovery_codes.length ?? 0;
}

export async function dropSecondFactors(db: Database, username: string): Promise<void> {
  const { id = 0 } = (await findAccount(db, username)) ?? {};
  await changeFactors(db, id, async (trx) => {
    await trx('admin_users').where({ id }).update({ totp_secret: null, recovery_codes: [] });
    await trx('admin_passkeys').where({ admin_id: id }).delete();
  });
}

/** `ABCD-…`: six groups of four letters and digits. */
const makeRecoveryCode = () =>
  (
    new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer }).base32.match(/.{4}/g) ?? []
  ).join('-');

function recoveryHashes(db: Database, adminId: number): (code: string) => string {
  const hash = openMacs({ secret: secretOf(db), purpose: `recovery codes of account ${adminId}` });
  return (code) => hash(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')).toString('base64url');
}
