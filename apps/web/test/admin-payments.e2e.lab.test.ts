import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { visitAsAdmin, withAdmin } from './admin-parts.ts';
import { waitForToast } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb(withAdmin));

test('a payment with a wrong memo is found at the desk, explained, and settled by hand', async () => {
  const { id } = await web.report({ username: 'memo_elf' });
  const hash = await web.burn({ memo: 'LISTBURN999999' });
  const { page, complaints } = await visitAsAdmin(web, '/admin/payments');
  await page.getByLabel('Find a payment').fill(hash);
  await page.getByLabel('Find a payment').press('Enter');
  // The payer’s preview would be refused, which claims nothing.
  await page.getByLabel('For report number').fill(String(id));
  await page.getByRole('button', { name: 'Claim it' }).click();
  const payment = page.getByRole('article', { name: `Removal of report #${id}` });
  await payment.getByText('Refused').waitFor();
  const rules = payment.getByRole('list', { name: 'What each rule found' });
  await rules.getByText('The transaction succeeded: yes').waitFor();
  await rules.getByText('It is meant for this report: no').waitFor();
  await payment.getByRole('button', { name: 'Settle by hand' }).click();
  const reason = payment.getByLabel('Reason');
  await reason.fill('because');
  await payment.getByRole('button', { name: 'Send' }).click();
  await payment.getByText('Write at least 10 characters.').waitFor();
  await page.screenshot({ path: 'apps/web/test/screens/admin-payments.png', fullPage: true });
  await reason.fill('The payer mistyped the memo, and signed for it by mail.');
  await payment.getByRole('button', { name: 'Send' }).click();
  await waitForToast(page, 'Payment settled');
  await payment.getByText('Settled by hand').waitFor();
  expect(await payment.getByRole('button', { name: 'Settle by hand' }).count()).toBe(0);
  expect(await web.listedNames()).not.toContain('memo_elf');

  await page.goto('/admin/audit-log');
  const entry = page.getByRole('article', {
    name: `Settled a payment for scammer report #${id} about @memo_elf`,
  });
  await entry.getByText('The payer mistyped the memo').waitFor();
  // The claim was refused, as it should be.
  expect(complaints.filter((line) => !line.includes('/remove-by-burn'))).toEqual([]);
});
