import { removalTexts } from '@naughty-list/contracts/removal';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import {
  cardOf,
  fillReport,
  openRemoval,
  solveCaptcha,
  verify,
  waitForToast,
  waitUntilAlive,
} from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

// Only the page claims pasted hashes.
const web = closeAfterAll(await startWeb({ WATCH_FROM: 'never' }));

test('a visitor reports a scammer, finds the report, burns, pastes the hash, and the report is removed', async () => {
  const { page } = await web.open('/', { complains: false });
  await page.getByRole('button', { name: 'Report Scammer' }).click();
  await fillReport(page, {
    url: 'x.com/mr_grinch/status/1225?s=20',
    description: 'Promised a sleigh, delivered a rug pull.',
  });
  await solveCaptcha(page);
  await page.getByText('You are reporting @mr_grinch').waitFor();
  await page.getByRole('button', { name: 'Submit Report' }).click();
  await waitForToast(
    page,
    'Report Submitted Successfully!',
    'Thank you for helping make Web3 safer. Your report is now live on the naughty list.',
  );

  await page.getByRole('combobox').fill('grinch');
  await page.getByRole('button', { name: 'Search' }).click();
  const card = await openRemoval(page, 'mr_grinch');
  await card.getByText('1,000,000 LIST', { exact: true }).waitFor();
  const reference = (await card.getByText(/^LISTBURN\d{3}$/).textContent()) ?? '';
  await card.getByText(`npm run burn -- ${reference} 1000000`).waitFor();

  const hash = await web.burn({ memo: reference });
  await verify(card, `  ${hash}\n`);
  await waitForToast(
    page,
    'Report Removed Successfully',
    'Santa has been silenced! 1,000,000 LIST tokens burned.',
  );
  await cardOf(page, 'mr_grinch').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'The Naughty List' }).waitFor();
  expect(await cardOf(page, 'mr_grinch').count()).toBe(0);
  const receipt = page.getByRole('list', { name: 'Paid removals' }).getByRole('listitem');
  await receipt.getByText(/^Paid: report \d+ about @mr_grinch is off the list\.$/).waitFor();
  await receipt.getByText(/^Receipt number: \S+$/).waitFor();
  expect(await receipt.getByRole('link').first().getAttribute('href')).toContain(hash);
  const forEveryone = receipt.getByRole('link', { name: 'Public receipt' });
  expect(await forEveryone.getAttribute('href')).toBe(`/receipt/${hash}`);
  await receipt.getByRole('button', { name: 'Dismiss' }).click();
  await receipt.waitFor({ state: 'detached' });
  await page.reload();
  await waitUntilAlive(page);
  expect(await receipt.count()).toBe(0);
  expect(await web.listedNames()).not.toContain('mr_grinch');
});

test('a transaction counts once: pasted for a second report, it removes nothing', async () => {
  const first = await web.report({ username: 'first_payer' });
  await web.report({ username: 'free_rider' });
  const hash = await web.burn({ memo: first.uniqueBurnAddress });
  const { page } = await web.open('/');
  await verify(await openRemoval(page, 'first_payer'), hash);
  await waitForToast(page, 'Report Removed Successfully');
  const card = await openRemoval(page, 'free_rider');
  await verify(card, hash);
  await waitForToast(page, 'Verification Failed', removalTexts.alreadyUsed);
  await card.getByText('and paste the new hash').waitFor();
  expect(await web.listedNames()).toContain('free_rider');
});
