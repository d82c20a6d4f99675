import { randomBytes } from 'node:crypto';
import {
  ADMIN_PASSWORD_MAX_LENGTH,
  ADMIN_PASSWORD_MIN_LENGTH,
  ADMIN_USERNAME_MAX_LENGTH,
} from '@naughty-list/contracts/admin-session';
import { z } from 'zod';

/**
 * The name of a new admin. It is sent in a header and stored in the audit log, so it has no whitespace or control
 * characters.
 */
export const AdminUsername = z
  .string()
  .regex(
    new RegExp(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,${ADMIN_USERNAME_MAX_LENGTH - 1}}$`),
    `must be 1 to ${ADMIN_USERNAME_MAX_LENGTH} letters, digits or . _ @ - and begin with a letter or digit`,
  );

/** Length is the only requirement. */
export const NewPassword = z
  .string()
  .min(ADMIN_PASSWORD_MIN_LENGTH, `must have at least ${ADMIN_PASSWORD_MIN_LENGTH} characters`)
  .max(ADMIN_PASSWORD_MAX_LENGTH, `must have at most ${ADMIN_PASSWORD_MAX_LENGTH} characters`);

const PASSWORD_BYTES = 15;

/** A random password of twenty characters that a double click selects. */
export const makePassword = (): string =>
  randomBytes(PASSWORD_BYTES).toString('base64url').replaceAll(/[-_]/g, 'x');
