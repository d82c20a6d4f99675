import type { Product } from '@naughty-list/bench/stage/product';
import { newClient } from './clients.ts';
import { ADMIN } from './target.ts';

type Answered = { status: number; body: unknown };

/** The calls of a logged-in admin. */
export type Desk = {
  get(path: string): Promise<Answered>;
  post(path: string, body?: object): Promise<Answered>;
};

/** Logs in from a client of its own. @throws Error */
export async function openDesk({ stack: { url } }: Product): Promise<Desk> {
  const from = { 'x-forwarded-for': newClient() };
  const json = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { ...from, ...json },
    body: JSON.stringify({ username: ADMIN.username, password: ADMIN.password }),
  });
  if (!answer.ok) throw new Error(`the admin cannot log in: ${answer.status}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const headers = { ...from, cookie };
  const call = async (path: string, init: RequestInit): Promise<Answered> => {
    const answered = await fetch(`${url}${path}`, init);
    return { status: answered.status, body: await answered.json() };
  };
  return {
    get: (path) => call(path, { headers }),
    post: (path, body) =>
      call(path, {
        method: 'POST',
        headers: body ? { ...headers, ...json } : headers,
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}
