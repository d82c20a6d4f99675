import { callWithRetries } from '../chaos/call-with-retries.ts';
import { count } from '../journal.ts';
import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 400;
const READS = [
  '/api/admin/status',
  '/api/admin/reports?limit=20',
  '/api/admin/nice-reports',
  '/api/admin/analytics/daily?days=7',
  '/api/admin/analytics/total',
] as const;

/** An admin who edits and deletes reports created for this purpose, and reads. Confirmed changes are recorded. */
export async function moderate({
  url,
  journal,
  kept,
  random,
  admin,
  over,
  timeoutSignal,
  onFailure,
  stuck,
}: Crowd) {
  let cookie = '';
  let made = 0;
  /** The status of the first response that is neither 5xx nor 429. */
  const ask = async (path: string, method = 'GET', body?: object) => {
    const init = {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const answer = await callWithRetries(`${url}${path}`, init, timeoutSignal, onFailure);
    count(journal.answered, `admin: ${method}`);
    return answer;
  };
  const expectOne = (of: number[], status: number, what: string) => {
    if (!of.includes(status)) throw new Error(`${what}: ${status}`);
  };

  async function makeReport(): Promise<number> {
    made += 1;
    const username = `moderated_${made}`;
    const { status, body } = await ask('/api/scammer-reports', 'POST', {
      twitterUrl: `https://x.com/${username}/status/${made}`,
      username,
      description: 'A report that an admin is going to look after.',
      scamCategory: 'other',
    });
    if (status === 201) return Number(body.id);
    // The first response was lost.
    expectOne([409], status, 'report');
    const found = await ask(`/api/scammer-reports/search?q=${username}`);
    return Number(Object.values(found.body as Record<string, { id: number }>)[0]?.id);
  }
  async function lookAfter(): Promise<void> {
    const id = await makeReport();
    const description = `Looked after: this is edit number ${made} of the admin.`;
    expectOne([200], (await ask(`/api/admin/reports/${id}`, 'PATCH', { description })).status, 'edit');
    kept.moderated.set(id, description);
    const read = await ask(random.pick(READS));
    expectOne([200], read.status, 'read');
    if (random.next() < 0.5) return;
    // 404: the deletion had succeeded but its response was lost.
    expectOne([204, 404], (await ask(`/api/admin/reports/${id}`, 'DELETE')).status, 'deletion');
    kept.deleted.add(id);
  }

  const login = await ask('/api/admin/login', 'POST', admin);
  cookie = login.cookie ?? '';
  await again(PAUSE_MS, over, () => lookAfter().catch((error) => stuck.push(`admin: ${error.message}`)));
}
