import type { IncomingHttpHeaders } from 'node:http';
import { type AdminRole, logIn } from '@naughty-list/contracts/admin-session';
import { insertAdmin } from '../src/admin/accounts.ts';
import { hashPassword } from '../src/admin/passwords.ts';
import { type Answer, type Gateway, postJson } from './gateway-under-test.ts';

export const PASSWORD = 'correct horse battery';

export async function makeAdmin(
  { context }: Gateway,
  username: string,
  password = PASSWORD,
  role: AdminRole = 'admin',
): Promise<void> {
  await insertAdmin(context.db, username, await hashPassword(password), role);
}

export const attempt = (
  url: string,
  username: string,
  password: string,
  headers: Record<string, string> = {},
  from?: string,
): Promise<Answer> => postJson(url, logIn.path, { username, password }, headers, from);

/** The cookies that a response sets, in the form a browser returns them. */
export function cookiesOf(headers: IncomingHttpHeaders): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** Logs in and returns the headers of a logged-in browser. */
export async function loggedIn(
  url: string,
  username: string,
  password = PASSWORD,
): Promise<{ cookie: string }> {
  const answer = await attempt(url, username, password);
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return { cookie: cookiesOf(answer.headers) };
}
