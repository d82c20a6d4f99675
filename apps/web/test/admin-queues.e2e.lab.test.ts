import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { ADMIN, query, withAdmin } from './admin-parts.ts';
import { startWeb } from './web-under-test.ts';

const FAILED = '/queue/reports?status=failed';

const web = closeAfterAll(await startWeb(withAdmin));
// A job without a service's signature fails at once.
await query(
  web,
  `select bullmq.add_job('reports', 'broken-job', 'apply-burn-verdict', '{"nonsense": true}', '{"attempts": 1}',
     0, 0, extract(epoch from now())::bigint * 1000, 1, null, null, null, null, null, false)`,
);
await vi.waitFor(async () => expect(await failures()).toBe(1), 120_000);

/** Number of failures of the broken job. */
async function failures(): Promise<number> {
  const [job] = await query<{ attempts: number; state: string }>(
    web,
    `select attempts_started as attempts, state from bullmq.job where id = 'broken-job'`,
  );
  return job?.state === 'failed' ? job.attempts : 0;
}

const retry = (page: Page) => page.getByRole('button', { name: 'Retry all' });
const job = (page: Page) => page.getByText('broken-job').first();
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function logIn(page: Page): Promise<void> {
  const headers = { origin: web.stack.url };
  const answer = await page.request.post('/api/admin/login', { data: ADMIN, headers });
  expect(answer.status()).toBe(200);
}

test('a visitor who is not an admin gets the login form', async () => {
  const { page } = await web.visit();
  await page.goto('/admin/queues');
  expect(pathOf(page)).toBe('/admin');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
});

test('an admin sees queues, counts and jobs', async () => {
  const { page, complaints } = await web.visit();
  await logIn(page);
  await page.goto('/admin/queues');
  for (const name of ['reports', 'membership', 'analytics', 'chain-verifier'])
    await page.getByText(name, { exact: true }).first().waitFor();
  const rules = () =>
    page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).length);
  expect(await rules()).toBeGreaterThan(100);
  await page.goto(`/admin/queues${FAILED}`);
  await job(page).waitFor();
  await page.getByText('Not signed with INTERNAL_SECRET').first().waitFor();
  expect(complaints).toEqual([]);
});

test('an admin retries a job, and is recorded', async () => {
  const { page } = await web.visit();
  await logIn(page);
  await page.goto(`/admin/queues${FAILED}`);
  await job(page).waitFor();
  const before = await failures();
  await retry(page).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(failures).toBeGreaterThan(before);
  const changes = await query(web, 'select admin, change from gateway.admin_log');
  expect(changes).toContainEqual({
    admin: ADMIN.username,
    change: 'PUT /api/queues/reports/retry/failed',
  });
  await page.goto('/admin/audit-log?log=queues');
  const entry = page.getByRole('article', { name: 'Retried all failed jobs of reports' });
  await entry.getByText('by santa', { exact: false }).waitFor();
  await entry.getByText('PUT /api/queues/reports/retry/failed', { exact: true }).waitFor();
  await entry.getByText(': done').waitFor();
});
