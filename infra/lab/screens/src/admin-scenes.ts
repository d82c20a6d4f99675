import type { Page } from 'playwright-core';
import type { SampleStack } from './sample-stack.ts';
import type { Scene } from './scene.ts';

/** Logs in and opens a page of the panel. */
async function open(page: Page, stack: SampleStack, path: string): Promise<void> {
  await page.request.post('/api/admin/login', { data: stack.admin, headers: { origin: stack.url } });
  await page.goto(path);
  await page.getByRole('heading', { name: 'The Counting-House' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** The admin panel: login and each of its tabs. */
export const adminScenes: readonly Scene[] = [
  {
    name: 'admin-login',
    show: async (page) => {
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Log in' }).waitFor();
    },
  },
  {
    name: 'admin-scammer-reports',
    whole: true,
    show: (page, stack) => open(page, stack, '/admin'),
  },
  {
    name: 'admin-editing',
    show: async (page, stack) => {
      await open(page, stack, '/admin');
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await page.getByText('EDITING').waitFor();
    },
  },
  {
    name: 'admin-nice-reports',
    show: (page, stack) => open(page, stack, '/admin/nice-reports'),
  },
  {
    name: 'admin-analytics',
    whole: true,
    show: (page, stack) => open(page, stack, '/admin/analytics'),
  },
  {
    name: 'admin-audit-log',
    show: async (page, stack) => {
      await open(page, stack, '/admin');
      const { id, twitterUrl, description } = await stack.oldestReport();
      await page.request.patch(`/api/admin/reports/${id}`, {
        data: { twitterUrl, description: `${description} Still at it.` },
        headers: { origin: stack.url },
      });
      await page.goto('/admin/audit-log');
      await page.getByRole('article').or(page.getByRole('listitem')).first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'admin-queue-log',
    show: async (page, stack) => {
      await open(page, stack, '/admin');
      const headers = { origin: stack.url };
      for (const change of ['analytics/pause', 'analytics/resume', 'reports/retry/failed'])
        await page.request.put(`/admin/queues/api/queues/${change}`, { headers });
      await page.goto('/admin/audit-log?log=queues');
      await page.getByRole('article').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
];
