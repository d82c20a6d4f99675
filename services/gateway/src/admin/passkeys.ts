import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Database, secretOf } from '@naughty-list/service-kit/database/database';
import { decrypt, encrypt, openMacs } from '@naughty-list/service-kit/database/encrypted';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { markUsed } from '../clients/kept-rate-limits.ts';
import { changeFactors } from './accounts.ts';

const RP_NAME = 'The Naughty List';
const LIFETIME_MS = 5 * 60_000;

type Row = { id: string; admin_id: number; public_key: Buffer; counter: string; transports: string[] };

export type Passkeys = {
  registrationOptions(origin: string, admin: { id: number; username: string }): Promise<object>;
  /** False when the response is not that of a new passkey for these options. */
  add(origin: string, admin: { id: number }, passkey: { name: string; response: object }): Promise<boolean>;
  loginOptions(origin: string): Promise<object>;
  /** The id of the account whose passkey answered; undefined when none did. */
  logIn(origin: string, response: object): Promise<number | undefined>;
};

type Parts = {
  secret: string;
  db: Database;
  clock: Clock;
};

/** Passkeys by WebAuthn. The device verifies the user, so a passkey replaces both password and second factor. */
export function createPasskeys({ secret, db, clock }: Parts): Passkeys {
  const makeMac = openMacs({ secret, purpose: 'passkey challenges' });
  const useOf = (credential: string, adminId: number) => ({
    secret: secretOf(db),
    purpose: `passkey ${credential} of account ${adminId}`,
  });
  const macOf = (text: string) => makeMac(text).toString('base64url');

  /** Signed and dated, so that challenges need not be stored before they are used. */
  function issue(purpose: string): Uint8Array<ArrayBuffer> {
    const text = `${clock.now().getTime() + LIFETIME_MS}.${randomBytes(16).toString('base64url')}`;
    return Uint8Array.from(Buffer.from(`${text}.${macOf(`${purpose} ${text}`)}`));
  }

  const redeem = (purpose: string) => async (challenge: string) => {
    const [until = '', random = '', mac = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
    const [given, own] = [mac, macOf(`${purpose} ${until}.${random}`)].map((text) => Buffer.from(text));
    if (!given || !own || given.length !== own.length || !timingSafeEqual(given, own)) return false;
    return Number(until) > clock.now().getTime() && markUsed(db, mac, new Date(Number(until)));
  };

  return {
    async registrationOptions(origin, { id, username }) {
      const known = await db<Row>('admin_passkeys').where({ admin_id: id }).select('id', 'transports');
      return generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: new URL(origin).hostname,
        userName: username,
        userID: Uint8Array.from(Buffer.from(`admin ${id}`)),
        challenge: issue(`add ${id}`),
        excludeCredentials: known.map((each) => ({ id: each.id, transports: each.transports as never[] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    async add(origin, { id }, { name, response }) {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: redeem(`add ${id}`),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
      }).catch(() => ({ verified: false, registrationInfo: undefined }));
      if (!verified || !registrationInfo) return false;
      const { credential } = registrationInfo;
      const passkey = {
        id: credential.id,
        admin_id: id,
        name,
        public_key: encrypt(Buffer.from(credential.publicKey).toString('base64'), useOf(credential.id, id)),
        counter: credential.counter,
        transports: credential.transports ?? [],
      };
      const added = await changeFactors(db, id, (trx) =>
        trx('admin_passkeys').insert(passkey).onConflict('id').ignore().returning('id'),
      );
      return added.length > 0;
    },
    loginOptions: (origin) =>
      generateAuthenticationOptions({
        rpID: new URL(origin).hostname,
        challenge: issue('log in'),
        userVerification: 'required',
      }),
    async logIn(origin, response) {
      const { id } = response as { id?: unknown };
      const row = typeof id === 'string' ? await db<Row>('admin_passkeys').where({ id }).first() : undefined;
      const publicKey = row && decrypt(row.public_key, useOf(row.id, row.admin_id));
      if (!publicKey) return undefined;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: redeem('log in'),
        expectedOrigin: origin,
        expectedRPID: new URL(origin).hostname,
        credential: {
          id: row.id,
          publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64')),
          counter: Number(row.counter),
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      if (!verified) return undefined;
      await db('admin_passkeys')
        .where({ id: row.id })
        .update({ counter: authenticationInfo?.newCounter ?? 0, last_used_at: clock.now() });
      return row.admin_id;
    },
  };
}

export const listPasskeys = (db: Database, adminId: number) =>
  db('admin_passkeys')
    .where({ admin_id: adminId })
    .orderBy('created_at')
    .select('id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt');

/** Deletes a passkey and returns its name; undefined when the account has none with this id. */
export async function deletePasskey(
  db: Database,
  { adminId, id }: { adminId: number; id: string },
): Promise<string | undefined> {
  const [deleted] = await changeFactors(db, adminId, (trx) =>
    trx('admin_passkeys').where({ admin_id: adminId, id }).delete().returning('name'),
  );
  return deleted?.name;
}
