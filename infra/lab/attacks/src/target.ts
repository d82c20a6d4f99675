import { insertReports as insert, type Product, startProduct } from '@naughty-list/bench/stage/product';
import { newClient } from './clients.ts';

/** Additional rows of the list, named `seed_0`, `seed_1` … */
const LISTED = 1_000;
/** So long that a list of 1,000 is 1.3 MB. */
const REPEATS = 24;

export const ADMIN = { username: 'santa', password: 'correct horse battery' };

/**
 * The stack as started by `npm start`, with its default limits, behind a proxy that sets each client's address: so
 * one machine can act as many clients.
 */
export async function startTarget(): Promise<Product> {
  const settings = {
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const product = await startProduct(settings, { CHAIN_CONTROL: 'true' });
  await insertReports(product, 'seed', LISTED);
  return product;
}

/** Inserts reports directly into the database, named with their prefix and a number; returns ids and references. */
export const insertReports = (product: Product, prefix: string, count: number) =>
  insert(product, prefix, count, REPEATS);

/** The ids of the seeds. */
export async function seedIds({ db }: Product): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from reports.scammer_reports where username like 'seed\\_%' and not is_removed order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Counts stored and listed reports of these usernames. */
export async function countReports(
  { db }: Product,
  sent: readonly { username: string }[],
): Promise<{ stored: number; listed: number }> {
  const { rows } = await db.query<{ stored: number; listed: number }>(
    `select count(*)::int as stored, count(*) filter (where not is_removed)::int as listed
     from reports.scammer_reports where username = any ($1)`,
    [sent.map(({ username }) => username)],
  );
  return rows[0] ?? { stored: 0, listed: 0 };
}

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
