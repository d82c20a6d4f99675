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
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { axeViolations, sticksOut } from './page-parts.ts';
import { readQrCode } from './read-qr-code.ts';
import { DESKTOP, PHONE, startWeb } from './web-under-test.ts';

const command = fileURLToPath(
  new URL('../../../services/chain-verifier/src/verify-burn.ts', import.meta.url),
);

const verifyReceipt = fileURLToPath(
  new URL('../../../packages/ledger/src/verify-receipt.ts', import.meta.url),
);

const web = closeAfterAll(await startWeb());

test('the history of burns links to the receipt, whose download passes the command', async () => {
  const report = await web.report({ username: 'silent_grinch' });
  const hash = await web.burn({ memo: report.uniqueBurnAddress });
  await web.api.call(removeByBurn, { params: { id: report.id }, body: { txHash: hash } });
  await expect
    .poll(async () => (await web.api.call(getReceipt, { params: { signature: hash } })).ledgerState)
    .toBe('included');
  const { page, complaints } = await web.visit({ viewport: PHONE });
  await page.goto('/burns');
  await page.getByRole('link', { name: /^Receipt for / }).click();
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
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await sticksOut(page)).toEqual([]);
  }
  expect(await axeViolations(page)).toEqual([]);
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
  expect(complaints).toEqual([]);
});

test('a member’s ledger receipt is assembled in the browser, and passes page and command', async () => {
  const { page, complaints } = await web.visit({ viewport: PHONE });
  await page.goto('/');
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
  expect(await sticksOut(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  const key = (await (await page.request.get('/log/key')).text()).trim();
  const args = [verifyReceipt, await file.path(), '--key', key];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(transactionHash);
  await page.goto('/verify-receipt');
  await page.getByLabel('Receipt (a JSON file)').setInputFiles(await file.path());
  await page.getByText('The receipt is valid').waitFor();
  await page.getByText(transactionHash, { exact: true }).waitFor();
  // The receipt waits for the ledger's writer.
  expect(complaints.filter((each) => !/status of (404|503).*\/(record|log\/member)/.test(each))).toEqual([]);
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
  await page.getByText('The receipt could not be loaded').waitFor();
  await expect(web.api.call(getReceipt, { params: { signature: 'nonsense' } })).rejects.toMatchObject({
    status: 404,
    message: receiptTexts.unknown,
  });
});
