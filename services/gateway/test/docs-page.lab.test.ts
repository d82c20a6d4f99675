import { launchBrowser } from '@naughty-list/test-kit/browser';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, expect, it } from 'vitest';
import { documentedEndpoints } from '../src/docs/documented-endpoints.ts';
import { loggedIn, makeAdmin, PASSWORD, Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());
const gateway = await stage.gateway();
beforeAll(async () => {
  await makeAdmin(gateway, 'santa');
});

it('can be read and tried by an admin in a browser, under the policy of all pages', async () => {
  const browser = await launchBrowser();
  stage.onStop(() => browser.close());
  const context = await browser.newContext();
  const { cookie } = await loggedIn(gateway.url, 'santa');
  await context.addCookies(
    cookie.split('; ').map((each) => {
      const [name = '', value = ''] = each.split('=');
      return { name, value, url: gateway.url };
    }),
  );
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(gateway.url)) faults.push(request.url());
  });

  await page.goto(`${gateway.url}/api/docs`);
  // The page makes an operation when it comes into view.
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      const ids = await page.evaluate(() => {
        const isAtEnd = scrollY + innerHeight >= document.body.scrollHeight;
        // What was passed before it was made is made at the next pass.
        scrollTo(0, isAtEnd ? 0 : scrollY + innerHeight / 2);
        return [...document.querySelectorAll('.opblock')].map(({ id }) => id);
      });
      for (const id of ids) seen.add(id);
      return seen.size;
    })
    .toBe(documentedEndpoints.length);

  const login = page.locator('.opblock', { hasText: '/api/admin/login' });
  await page.evaluate(() => scrollTo(0, 0));
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 200);
      return login.count();
    })
    .toBe(1);
  await login.locator('.opblock-summary-control').click();
  await login.getByRole('button', { name: 'Try it out' }).click();
  await login.locator('textarea').fill(JSON.stringify({ username: 'santa', password: PASSWORD }));
  await login.getByRole('button', { name: 'Execute' }).click();
  await expect
    .poll(() => login.locator('.live-responses-table').textContent())
    .toMatch(/200[\s\S]*"authenticated": true/);

  expect(faults).toEqual([]);
});
