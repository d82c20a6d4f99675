import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@naughty-list/service-kit/database/database';
import { Secret, TOTP } from 'otpauth';
import type { Admin } from './accounts.ts';

const ISSUER = 'The Naughty List';
const PERIOD_S = 30;
/** Codes of the step before and after count too: clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 8;
/** 120 bits: too many to guess, so a plain hash suffices (OWASP ASVS 5.0, 6.5.2). */
const RECOVERY_BYTES = 15;

const totpOf = (secret: string, username = '') =>
  new TOTP({ issuer: ISSUER, label: username, period: PERIOD_S, secret: Secret.fromBase32(secret) });

/** A secret for an authenticator app, in base32, and the URL of its QR code. */
export function makeTotp(username: string): { secret: string; url: string } {
  const totp = new TOTP({
    issuer: ISSUER,
    label: username,
    period: PERIOD_S,
    secret: new Secret({ size: 20 }),
  });
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The time step that the code is of; undefined when it is not valid now. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({
    token: code.replaceAll(' ', ''),
    timestamp: now.getTime(),
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD_S) + delta;
}

export const hasSecondFactor = ({
  totpSecret,
  hasPasskey,
}: Pick<Admin, 'totpSecret' | 'hasPasskey'>): boolean => totpSecret !== null || hasPasskey;

/** Whether the code of the app or a recovery code is valid; either counts once. */
export async function redeemCode(db: Database, admin: Admin, code: string, now: Date): Promise<boolean> {
  const step = admin.totpSecret === null ? undefined : totpStep(admin.totpSecret, code, now);
  if (step !== undefined) {
    const counted = await db('admin_users')
      .where({ id: admin.id })
      .where('totp_step', '<', step)
      .update({ totp_step: step });
    return counted > 0;
  }
  const used = await db('admin_recovery_codes')
    .where({ admin_id: admin.id, hash: hashOf(code) })
    .delete();
  return used > 0;
}

export async function setTotp(
  db: Database,
  { id, secret, step }: { id: number; secret: string | null; step: number },
): Promise<void> {
  await db('admin_users').where({ id }).update({ totp_secret: secret, totp_step: step });
}

/** Replaces the recovery codes of an account; without a second factor it needs none. */
export async function replaceRecoveryCodes(db: Database, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await db.transaction(async (tx) => {
    await tx('admin_recovery_codes').where({ admin_id: adminId }).delete();
    await tx('admin_recovery_codes').insert(codes.map((code) => ({ admin_id: adminId, hash: hashOf(code) })));
  });
  return codes;
}

export async function countRecoveryCodes(db: Database, adminId: number): Promise<number> {
  const [row] = await db('admin_recovery_codes')
    .where({ admin_id: adminId })
    .count<{ count: string }[]>('* as count');
  return Number(row?.count);
}

export async function dropSecondFactors(db: Database, username: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [admin] = await tx('admin_users')
      .whereRaw('lower(username) = lower(?)', [username])
      .update({ totp_secret: null })
      .returning<{ id: number }[]>('id');
    await tx('admin_passkeys')
      .where({ admin_id: admin?.id ?? 0 })
      .delete();
    await tx('admin_recovery_codes')
      .where({ admin_id: admin?.id ?? 0 })
      .delete();
  });
}

/** `ABCD-…`: six groups of four letters and digits. */
const makeRecoveryCode = () =>
  (
    new Secret({ buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer }).base32.match(/.{4}/g) ?? []
  ).join('-');

const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest('base64url');
