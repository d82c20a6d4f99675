import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type GenerateBurnAddressAnswer,
  generateBurnAddress,
  verifyTransaction,
} from '@naughty-list/contracts/membership';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { getReceipt } from '@naughty-list/contracts/receipts';
import { removeByBurn } from '@naughty-list/contracts/removal';
import { getTransparency } from '@naughty-list/contracts/transparency';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { apiExamples } from '../src/features/developers/endpoint-texts.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { brokenWords, expectSound, verify, visitRemoval, waitForToast } from './page-parts.ts';
import { readQrCode } from './read-qr-code.ts';
import { DESKTOP, PHONE, SMALL_PHONE, startWeb } from './web-under-test.ts';

const web = closeAfterAll(
  await startWeb({ OPERATOR_NAME: 'North Pole Ltd', CONTACT_EMAIL: 'santa@example.com' }),
);

test('the page says before payment what a burn does, and the history shows the burn without a name', async () => {
  const report = await web.report({ username: 'burned_grinch' });
  const { page } = await web.open('/burns', { viewport: PHONE });
  await page.getByText('Nothing has been burned to remove a report yet.').waitFor();
  const card = await visitRemoval(page, report.username);
  await card.getByText('The account can still be reported for something new.').waitFor();
  const hash = await web.burn({ memo: report.uniqueBurnAddress });
  await verify(card, hash);
  await waitForToast(page, 'Report Removed Successfully');
  await page.goto('/burns');
  const row = page.getByRole('row', { name: `#${report.id} 1,000,000 LIST` });
  await row.waitFor();
  const link = row.getByRole('link').first();
  expect(await link.getAttribute('href')).toContain(hash);
  expect(await page.locator('main').textContent()).not.toContain(report.username);
  for (const viewport of [SMALL_PHONE, PHONE, DESKTOP]) {
    await expectSound(page, 'burns', [viewport]);
    expect(await brokenWords(page)).toEqual([]);
  }
});

test('the footer of every page says who runs the site and how to reach them', async () => {
  const { page } = await web.visit();
  for (const path of ['/', '/burns']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await footer.getByText('Run by North Pole Ltd. santa@example.com').waitFor();
  }
});

test('without scripts, the page of burns links to its data', async () => {
  const { page } = await web.open('/burns', { javaScriptEnabled: false });
  expect(await page.getByText('Loading the burns…').isVisible()).toBe(false);
  expect(await page.getByText("The list didn't load").count()).toBe(0);
  await page.getByRole('link', { name: 'The same burns as data' }).click();
  expect(JSON.parse((await page.locator('body').textContent()) ?? '')).toMatchObject({
    total: expect.anything(),
  });
});

test('monthly figures as a table, a list on a phone, a chart with its own table, and JSON', async () => {
  await web.sql(`with renewed as (update reports.state set version = version + 1)
     insert into reports.scammer_reports (twitter_url, username, description, unique_burn_address, scam_category, reported_at)
     select 'https://x.com/f' || i || '/status/' || i, 'f' || i, 'Sold a sleigh that was never built.', 'F' || i, 'other',
       date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day' from generate_series(1, 7) i`);
  await web.sql(`insert into reports.appeals (report_id, grounds, opened_at, due_at)
     values (1, 'false', now() - interval '1 minute', now() + interval '7 days')`);
  // The figures may still be cached.
  await expect
    .poll(async () => (await web.api.call(getTransparency)).months[1]?.reports)
    .toBeGreaterThanOrEqual(7);
  const { months, openAppeals } = await web.api.call(getTransparency);
  expect([months.length, openAppeals]).toEqual([2, 1]);
  const { page } = await web.open('/', { complains: false, viewport: PHONE });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
  await page.getByRole('heading', { name: 'The register in figures' }).waitFor();
  const total = page.getByRole('definition').first();
  await total.getByText('1', { exact: true }).waitFor();
  await expectSound(page);
  expect(await page.getByRole('listitem').filter({ hasText: 'Median time' }).count()).toBe(2);
  await page.setViewportSize(DESKTOP);
  const table = page.getByRole('table', { name: 'Figures by month, newest first' });
  expect(await table.getByRole('row').count()).toBe(3);
  await expectSound(page);
  const bars = () =>
    page
      .locator('rect[data-value]')
      .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('data-value'))));
  expect(await bars()).toEqual(months.map(({ reports }) => reports).reverse());
  await page
    .getByText(/^[A-Z][a-z]{2} ’\d\d$/)
    .first()
    .waitFor();
  await page.getByLabel('Figure').selectOption('Appeals');
  await expect.poll(bars).toEqual([0, 1]);
  await page.getByText('Show as a table').click();
  await page.getByRole('table', { name: 'Appeals by month' }).waitFor();
  const payments = page.getByRole('region', { name: 'Payments and the chain' });
  await payments.getByText('Not on the chain').waitFor();
  await payments.getByText(/Last complete run: /).waitFor();
  expect(await page.getByRole('link', { name: 'JSON' }).getAttribute('href')).toBe('/api/transparency');
});

test('the examples for developers work, and can be copied', async () => {
  for (const { path, body } of apiExamples) {
    const headers = { 'content-type': 'application/json', origin: web.stack.url };
    const answer = await fetch(web.stack.url + path, body ? { method: 'POST', headers, body } : {});
    expect([path, answer.status]).toEqual([path, body ? 201 : 200]);
  }
  const { page } = await web.visit({ complains: false, viewport: { width: 412, height: 823 } });
  await watchShifts(page);
  await page.goto('/developers');
  // Before hydration the page does not know its own address.
  await page.getByText(`curl '${web.stack.url}/api/scammer-reports/search`).waitFor();
  await page.getByRole('button', { name: 'Copy the example: Is this account listed?' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`curl '${web.stack.url}/api/scammer-reports/search?q=username'`);
  expect(await shiftsOf(page)).toEqual([]);
  await expectSound(page);
});

const command = fileURLToPath(
  new URL('../../../services/chain-verifier/src/verify-burn.ts', import.meta.url),
);

const verifyReceipt = fileURLToPath(
  new URL('../../../packages/ledger/src/verify-receipt.ts', import.meta.url),
);

test('the history of burns links to the receipt, whose download passes the command', async () => {
  const report = await web.report({ username: 'silent_grinch' });
  const hash = await web.burn({ memo: report.uniqueBurnAddress });
  await web.api.call(removeByBurn, { params: { id: report.id }, body: { txHash: hash } });
  await expect
    .poll(async () => (await web.api.call(getReceipt, { params: { signature: hash } })).ledgerState)
    .toBe('included');
  const { page } = await web.open('/burns', { complains: false, viewport: PHONE });
  const row = page.getByRole('row', { name: `#${report.id} 1,000,000 LIST` });
  await row.getByRole('link', { name: /^Receipt for / }).click();
  await page.getByRole('heading', { name: 'In the public ledger' }).waitFor();
  await page.getByText(`#${report.id}`, { exact: true }).waitFor();
  await page.getByText(report.uniqueBurnAddress, { exact: true }).waitFor();
  await page.getByText('Inclusion proof').click();
  await page.getByText('"type":"report-removed"').waitFor();
  const code = page
    .getByRole('figure', { name: 'Opens this receipt' })
    .getByRole('img', { name: "QR code of this receipt's address" });
  expect(await readQrCode(code)).toBe(page.url());
  expect(await page.locator('main').textContent()).not.toContain(report.username);
  await expectSound(page, 'receipt', [PHONE, DESKTOP]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the receipt' }).click();
  const file = await (await downloading).path();
  const rpcUrl = web.stack.environmentOf('chain-verifier').SOLANA_RPC_URLS ?? '';
  const { key } = await web.api.call(getReceipt, { params: { signature: hash } });
  await page.getByText(`--key '${key}'`).waitFor();
  const out = execFileSync(process.execPath, [command, '--bundle', file, '--key', key, '--rpc', rpcUrl], {
    encoding: 'utf8',
  });
  expect(out).toContain('receipt      good');
  // Opened by its address.
  const answer = await page.goto(`/receipt/${hash}`);
  expect(answer?.status()).toBe(200);
  await page.getByRole('heading', { name: 'Receipt for a payment' }).waitFor();
});

test('a member’s ledger receipt is assembled in the browser, and passes page and command', async () => {
  // The receipt waits for the ledger's writer.
  const complains = /status of (404|503).*\/(record|log\/member)/;
  const { page } = await web.open('/', { viewport: PHONE, complains });
  const offer = async (): Promise<GenerateBurnAddressAnswer> =>
    (await page.request.post(generateBurnAddress.path, { data: {} })).json();
  const { burnAddress, reference } = await offer();
  const transactionHash = await web.pay({ to: burnAddress, memo: reference });
  await page.request.post(verifyTransaction.path, { data: { transactionHash } });
  await expect.poll(async () => (await offer()).receipt).toBeTruthy();
  const address = `/receipt/${(await offer()).receipt}`;
  expect((await page.goto(address))?.status()).toBe(200);
  await page.getByRole('heading', { name: 'Receipt for a membership' }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: "Download the ledger's receipt" }).click(),
  ]);
  await expectSound(page);
  const key = (await (await page.request.get('/log/key')).text()).trim();
  const args = [verifyReceipt, await file.path(), '--key', key];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(transactionHash);
  await page.goto('/verify-receipt');
  await page.getByLabel('Receipt (a JSON file)').setInputFiles(await file.path());
  await page.getByText('The receipt matches its own key').waitFor();
  await page.getByText(transactionHash, { exact: true }).waitFor();
});

test('a missing receipt and one that fails to load are shown as such', async () => {
  const { page } = await web.visit();
  for (const address of ['1'.repeat(64), 'nonsense']) {
    const answer = await page.goto(`/receipt/${address}`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'No receipt' }).waitFor();
    await page.getByRole('link', { name: 'See every burn so far' }).waitFor();
  }
  // A service that does not know the endpoint yet.
  const unknown = { status: 404, json: { message: 'Not found', code: 'not_found' } };
  await page.route('**/api/receipts/*', (route) => route.fulfill(unknown));
  await page.goto(`/receipt/${'1'.repeat(64)}`);
  await page.getByText("The receipt didn't load").waitFor();
  await expect(web.api.call(getReceipt, { params: { signature: 'nonsense' } })).rejects.toMatchObject({
    status: 404,
    message: receiptTexts.unknown,
  });
});
