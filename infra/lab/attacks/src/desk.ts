import type { Product } from '@naughty-list/bench/stage/product';
import { newClient } from './clients.ts';
import { ADMIN } from './target.ts';

/** The calls of a logged-in admin. */
export type Desk = {
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<{ status: number; body: unknown }>;
};

/** Logs in from a client of its own. @throws Error */
export async function openDesk({ stack: { url } }: Product): Promise<Desk> {
  const headers = { 'x-forwarded-for': newClient(), 'content-type': 'application/json', cookie: '' };
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await post('/api/admin/login', ADMIN);
  if (!answer.ok) throw new Error(`the admin cannot log in: ${answer.status}`);
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  headers.cookie = cookies.join('; ');
  return {
    get: async (path) => (await fetch(`${url}${path}`, { headers })).json(),
    post: async (path, body) => {
      const answered = await post(path, body);
      return { status: answered.status, body: await answered.json() };
    },
  };
}
