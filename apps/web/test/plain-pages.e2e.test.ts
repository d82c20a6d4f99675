import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiExamples } from '../src/features/developers/endpoint-texts.ts';
import { openRemoval, sticksOut, verify, waitForToast } from './page-parts.ts';
import { DESKTOP, PHONE, startWeb, type WebUnderTest } from './web-under-test.ts';

let web: WebUnderTest;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

test('what a burn buys is said before payment, and the burn is in the history, without a name', async () => {
  const report = await web.report({ username: 'burned_grinch' });
  const { page } = await web.visit({ viewport: PHONE });
  await page.goto('/burns');
  await page.getByText('Nothing has been burned for a report yet.').waitFor();
  await page.goto('/');
  const card = await openRemoval(page, report.username);
  await card.getByText('The account can still be reported for something new.').waitFor();
  const hash = await web.burn({ memo: report.uniqueBurnAddress });
  await verify(card, hash);
  await waitForToast(page, 'Report Removed Successfully');
  await page.goto('/burns');
  const row = page.getByRole('row', { name: `#${report.id} 1,000,000 LIST` });
  await row.waitFor();
  const link = row.getByRole('link');
  expect(await link.getAttribute('href')).toContain(hash);
  expect(await page.locator('main').textContent()).not.toContain(report.username);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await sticksOut(page)).toEqual([]);
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('without scripts the page of burns leads to the same as data', async () => {
  const { page } = await web.visit({ javaScriptEnabled: false });
  await page.goto('/burns');
  expect(await page.getByText('Loading the burns...').isVisible()).toBe(false);
  expect(await page.getByText('The list could not be read').count()).toBe(0);
  await page.getByRole('link', { name: 'The same burns as data' }).click();
  expect(JSON.parse((await page.locator('body').textContent()) ?? '')).toMatchObject({
    total: expect.anything(),
  });
});

test('the examples for developers work as they are written, and can be copied', async () => {
  for (const { path, body } of apiExamples) {
    const headers = { 'content-type': 'application/json', origin: web.stack.url };
    const answer = await fetch(
      web.stack.url + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : {},
    );
    expect([path, answer.status]).toEqual([path, body ? 201 : 200]);
  }
  const { page, complaints } = await web.visit({ viewport: PHONE });
  await page.goto('/developers');
  // Before hydration the page does not know its own address.
  await page.getByText(`curl '${web.stack.url}/api/scammer-reports/search`).waitFor();
  await page.getByRole('button', { name: 'Copy the example: Is this account listed?' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`curl '${web.stack.url}/api/scammer-reports/search?q=username'`);
  expect(await sticksOut(page)).toEqual([]);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(complaints).toEqual([]);
});
