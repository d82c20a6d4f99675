import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Texts of the login (specification, sections 5 and 8). */
export const adminSessionTexts = {
  usernameRequired: 'Username is required',
  passwordRequired: 'Password is required',
  invalidLogin: 'Invalid username or password',
  tooManyLogins: 'Too many attempts to log in. Please wait a while and try again.',
  codeNeeded: 'Enter the code from your authenticator app, or a recovery code.',
  passkeyNeeded: 'This account logs in with a passkey, or with a recovery code.',
  wrongCode: 'Invalid code. Please try again.',
} as const;

export const ADMIN_USERNAME_MAX_LENGTH = 64;
/** Longer input would only cost server time: the hash reads every byte. */
export const ADMIN_PASSWORD_MAX_LENGTH = 256;
export const ADMIN_PASSWORD_MIN_LENGTH = 12;

/**
 * The name of a new admin. It is sent in a header and stored in the audit log, so it has no whitespace or control
 * characters.
 */
export const AdminUsername = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,${ADMIN_USERNAME_MAX_LENGTH - 1}}$`),
    `must have 1 to ${ADMIN_USERNAME_MAX_LENGTH} characters (letters, digits and . _ @ -) and begin with a letter or digit`,
  );

/** Length is the only requirement. */
export const NewPassword = z
  .string()
  .min(ADMIN_PASSWORD_MIN_LENGTH, `must have at least ${ADMIN_PASSWORD_MIN_LENGTH} characters`)
  .max(ADMIN_PASSWORD_MAX_LENGTH, `must have at most ${ADMIN_PASSWORD_MAX_LENGTH} characters`);

export const Login = z.object({
  username: z
    .string({ error: adminSessionTexts.usernameRequired })
    .trim()
    .min(1, adminSessionTexts.usernameRequired)
    .max(ADMIN_USERNAME_MAX_LENGTH, adminSessionTexts.invalidLogin),
  password: z
    .string({ error: adminSessionTexts.passwordRequired })
    .min(1, adminSessionTexts.passwordRequired)
    .max(ADMIN_PASSWORD_MAX_LENGTH, adminSessionTexts.invalidLogin),
  /** Of the authenticator app, or a recovery code; asked for by `second_factor_required`. */
  code: z.string().trim().max(64, adminSessionTexts.wrongCode).optional(),
});
export type Login = z.infer<typeof Login>;

/** A moderator reviews cases and reads the audit log; an admin may do everything. */
export const AdminRole = z.enum(['moderator', 'admin']);
export type AdminRole = z.infer<typeof AdminRole>;

/** The login state; `username` and `role` only when authenticated. */
export const AdminStatus = z.object({
  authenticated: z.boolean(),
  username: z.string().optional(),
  role: AdminRole.optional(),
});
export type AdminStatus = z.infer<typeof AdminStatus>;

export const getAdminStatus = defineEndpoint({
  method: 'GET',
  path: '/api/admin/status',
  summary: 'Whether the caller is logged in, and in which role',
  access: 'public',
  answers: { 200: AdminStatus },
});

export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Log in as an admin or moderator; a new session each time',
  access: 'public',
  body: Login,
  answers: { 200: AdminStatus },
  errors: ['invalid_login', 'second_factor_required', 'forbidden_origin', 'service_unavailable'],
});

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'End the session; does nothing without one',
  access: 'public',
  answers: { 204: z.undefined() },
  errors: ['forbidden_origin'],
});
