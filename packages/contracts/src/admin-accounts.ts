import { z } from 'zod';
import { AdminRole, AdminStatus, AdminUsername, adminSessionTexts, NewPassword } from './admin-session.ts';
import { defineEndpoint, totalCount } from './endpoint.ts';
import { SerialId } from './primitives.ts';
import { ListQuery } from './reports.ts';

/** Messages about accounts, for admins and moderators. */
export const adminAccountTexts = {
  wrongPassword: "That password isn't right.",
  wrongCode: "That code isn't right. Codes change every 30 seconds; check your phone's clock.",
  commonPassword: 'The new password is too common. Please choose another.',
  namedPassword: 'The new password must not contain the username or the name of this site.',
  nothingToConfirm: 'Set up the authenticator app again: this attempt has expired.',
  passkeyRefused: "That passkey can't be used. Please try again.",
  usernameTaken: 'There is already an account with that name.',
  unknownInvitation: 'This invitation has expired or has already been used. Ask for a new one.',
  notYourself: "You can't remove your own account.",
} as const;

const accountErrors = ['not_confirmed', 'service_unavailable'] as const;
const Password = z
  .string({ error: adminSessionTexts.passwordRequired })
  .min(1, adminSessionTexts.passwordRequired)
  .max(256);
const WithPassword = z.object({ password: Password });
const Code = z.string().trim().min(1).max(64);
/** Options and responses of WebAuthn, as `@simplewebauthn` defines them. */
const WebAuthn = z.record(z.string(), z.unknown());

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export const AccountSession = z.object({
  id: z.string(),
  device: z.string(),
  openedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isThis: z.boolean(),
});

/** One's own account. */
export const OwnAccount = z.object({
  username: z.string(),
  role: AdminRole,
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.array(Passkey),
  sessions: z.array(AccountSession),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

/** Shown once; each logs in once in place of a code. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getOwnAccount = defineEndpoint({
  method: 'GET',
  path: '/api/admin/account',
  summary: 'Your own account: second factors and sessions',
  access: 'moderator',
  answers: { 200: OwnAccount },
  errors: accountErrors,
});

/** Common to changes of one's own account. */
const change = { method: 'POST', access: 'moderator', errors: accountErrors } as const;

export const changeOwnPassword = defineEndpoint({
  ...change,
  path: '/api/admin/account/password',
  summary: 'Change your password; ends your other sessions',
  body: z.object({ password: Password, newPassword: NewPassword }),
  answers: { 204: z.undefined() },
});

export const startAuthenticator = defineEndpoint({
  ...change,
  path: '/api/admin/account/authenticator',
  summary: 'Begin to set up an authenticator app (TOTP, RFC 6238)',
  body: WithPassword,
  answers: { 200: z.object({ secret: z.string(), url: z.string() }) },
});

export const confirmAuthenticator = defineEndpoint({
  ...change,
  path: '/api/admin/account/authenticator/confirm',
  summary: 'Finish the setup with a code from the app; the response has new recovery codes',
  body: z.object({ code: Code }),
  answers: { 200: RecoveryCodes },
});

export const removeAuthenticator = defineEndpoint({
  ...change,
  path: '/api/admin/account/authenticator/remove',
  summary: 'Turn off the authenticator app',
  body: WithPassword,
  answers: { 204: z.undefined() },
});

export const makeRecoveryCodes = defineEndpoint({
  ...change,
  path: '/api/admin/account/recovery-codes',
  summary: 'New recovery codes; earlier ones no longer work',
  body: WithPassword,
  answers: { 200: RecoveryCodes },
});

export const startPasskey = defineEndpoint({
  ...change,
  path: '/api/admin/account/passkeys/options',
  summary: 'Options with which a browser creates a passkey (WebAuthn)',
  body: WithPassword,
  answers: { 200: WebAuthn },
});

export const addPasskey = defineEndpoint({
  ...change,
  path: '/api/admin/account/passkeys',
  summary: 'Add the passkey that the browser created; recovery codes come with the first second factor',
  body: z.object({ name: z.string().trim().min(1).max(60), response: WebAuthn }),
  answers: { 200: RecoveryCodes },
});

export const removePasskey = defineEndpoint({
  ...change,
  path: '/api/admin/account/passkeys/:id/remove',
  summary: 'Remove one of your passkeys',
  params: z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }),
  body: WithPassword,
  answers: { 204: z.undefined() },
});

export const endSession = defineEndpoint({
  ...change,
  method: 'DELETE',
  path: '/api/admin/account/sessions/:id',
  summary: 'End one of your sessions; `others` ends all but this one',
  params: z.object({ id: z.string().regex(/^([\w-]{43}|others)$/) }),
  answers: { 204: z.undefined() },
});

export const startPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/api/admin/passkey-login/options',
  summary: 'Options with which a browser logs in by passkey (WebAuthn)',
  access: 'public',
  answers: { 200: WebAuthn },
  errors: ['forbidden_origin'],
});

export const logInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/admin/passkey-login',
  summary: 'Log in by passkey, without a password',
  access: 'public',
  body: z.object({ response: WebAuthn }),
  answers: { 200: AdminStatus },
  errors: ['invalid_login', 'forbidden_origin', 'service_unavailable'],
});

/** An account as admins see it. */
export const StaffAccount = z.object({
  username: z.string(),
  role: AdminRole,
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  hasSecondFactor: z.boolean(),
  sessions: z.number().int(),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

export const Invitation = z.object({
  id: z.number().int(),
  username: z.string(),
  role: AdminRole,
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
});

export const listAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  summary: 'Every account, and the invitations that are open',
  access: 'admin',
  answers: { 200: z.object({ accounts: z.array(StaffAccount), invitations: z.array(Invitation) }) },
});

export const invite = defineEndpoint({
  method: 'POST',
  path: '/api/admin/invitations',
  summary: 'Invite a colleague, who chooses a password; the token is shown once',
  access: 'admin',
  body: z.object({ username: AdminUsername, role: AdminRole }),
  answers: { 201: z.object({ token: z.string(), expiresAt: z.iso.datetime() }) },
  errors: ['changed_meanwhile'],
});

export const withdrawInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  summary: 'Withdraw an invitation',
  access: 'admin',
  params: z.object({ id: SerialId }),
  answers: { 204: z.undefined() },
});

const Token = z.string().regex(/^[\w-]{43}$/, adminAccountTexts.unknownInvitation);

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/accept-invitation',
  summary: 'Accept an invitation: choose a password and be logged in',
  access: 'public',
  body: z.object({ token: Token, password: NewPassword }),
  answers: { 200: AdminStatus },
  errors: ['not_found', 'changed_meanwhile', 'forbidden_origin', 'service_unavailable'],
});

export const removeAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/accounts/:username',
  summary: 'Remove an account and end its sessions',
  access: 'admin',
  params: z.object({ username: AdminUsername }),
  answers: { 204: z.undefined() },
});

/** One change of an account: who, of which account, what. */
export const AccountChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  who: z.string(),
  account: z.string(),
  what: z.string(),
});
export type AccountChange = z.infer<typeof AccountChange>;

export const listAccountChanges = defineEndpoint({
  method: 'GET',
  path: '/api/admin/account-changes',
  summary: 'Logins and account changes, newest first; header X-Total-Count counts those that match',
  access: 'admin',
  query: ListQuery.extend({ q: z.string().trim().max(200).default('') }),
  answerHeaders: totalCount,
  answers: { 200: z.array(AccountChange) },
});
