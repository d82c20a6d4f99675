import { removalTexts } from '@naughty-list/contracts/removal';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { cardOf, paymentsBar, verify, visitRemoval, waitForToast } from './page-parts.ts';
import { AT_ONCE, HELD_MS, startSeparateWeb, whileDown } from './web-under-test.ts';

// Only the page claims pasted hashes.
const web = closeAfterAll(await startSeparateWeb({ WATCH_FROM: 'never' }));

test('the stages are shown live, and a reload resumes', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'slow_sleigh' });
  const hash = await web.burn({ memo: uniqueBurnAddress });
  await web.chain.setDelays({ signature: hash, finalizeMs: HELD_MS });
  const { page } = await web.visit();
  // Keeps slow tests from showing the "takes longer than usual" text.
  await page.clock.setFixedTime(new Date());
  const card = await visitRemoval(page, 'slow_sleigh');
  await verify(card, hash);
  const stages = card.getByRole('list', { name: 'Progress of the removal' });
  await stages.getByRole('listitem').filter({ hasText: 'Confirmed (reached)' }).waitFor();
  expect(await stages.locator('[aria-current=step]').textContent()).toContain('Finalized');
  await card.getByText("Confirmed. Waiting until it's final and can't be undone.").waitFor();
  await card.getByText('Usually takes 15 to 30 seconds.').waitFor();
  expect(await card.getByRole('button', { name: 'Verifying...' }).isDisabled()).toBe(true);

  await page.reload();
  const again = cardOf(page, 'slow_sleigh');
  await again.getByText('Confirmed (reached)').waitFor();
  expect(await again.getByLabel('Transaction hash').inputValue()).toBe(hash);
  const bar = paymentsBar(page);
  await bar.getByText('Removal of @slow_sleigh: confirmed. Usually takes 15 to 30 seconds.').waitFor();
  await page.goto('/nice-list');
  await bar.getByRole('button', { name: 'Show: Removal of @slow_sleigh' }).click();
  await page.getByText('1 report matches your search').waitFor();
  await again.getByText('Confirmed (reached)').waitFor();

  await web.chain.setDelays({ signature: hash, ...AT_ONCE });
  await waitForToast(page, 'Report Removed Successfully');
  await again.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
});

test('the removal waits for a broken connection, and resumes', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'offline_elf' });
  const hash = await web.burn({ memo: uniqueBurnAddress });
  await web.chain.setDelays({ signature: hash, finalizeMs: HELD_MS });
  const { page } = await web.visit();
  const card = await visitRemoval(page, 'offline_elf');
  await verify(card, hash);
  await card.getByText('Confirmed (reached)').waitFor();
  await page.context().setOffline(true);
  await card.getByText("You're offline. Santa will hold your place").waitFor();
  await web.chain.setDelays({ signature: hash, ...AT_ONCE });
  await page.context().setOffline(false);
  await waitForToast(page, 'Report Removed Successfully');
  await cardOf(page, 'offline_elf').waitFor({ state: 'detached' });
});

test('the removal waits for a service that is down, or that a proxy gives up on, and resumes', async () => {
  const { uniqueBurnAddress } = await web.report({ username: 'busy_elf' });
  const hash = await web.burn({ memo: uniqueBurnAddress });
  const { page } = await web.visit();
  const card = await visitRemoval(page, 'busy_elf');
  // Of its own: a time-out, and a wall that takes the payer for a robot.
  for (const status of [524, 403])
    for (const call of ['**/verify-burn', '**/remove-by-burn'])
      await page.route(call, (route) => route.fulfill({ status, body: '<html>' }), { times: 1 });
  await whileDown(web, 'reports', async () => {
    await verify(card, hash);
    await card.getByText("The workshop isn't answering right now.").waitFor();
  });
  await waitForToast(page, 'Report Removed Successfully');
});

test('a hash that cannot be verified is kept, with the reason and the next step', async () => {
  const report = await web.report({ username: 'wrong_hashes' });
  const tooLittle = await web.burn({ tokens: 999_999n, memo: report.uniqueBurnAddress });
  const foreign = await web.burn({ memo: 'LISTBURN999' });
  const { page } = await web.visit();
  const card = await visitRemoval(page, 'wrong_hashes');
  expect(await card.getByRole('button', { name: 'Verify & Remove' }).isDisabled()).toBe(true);
  await card.getByLabel('Transaction hash').fill('   ');
  expect(await card.getByRole('button', { name: 'Verify & Remove' }).isDisabled()).toBe(true);

  await verify(card, 'certainly-no-hash');
  await waitForToast(page, 'Verification Failed', removalTexts.invalidHash);
  await card.getByText('64 to 88 letters and digits').waitFor();

  await verify(card, '5'.repeat(87));
  await waitForToast(page, 'Verification Failed', removalTexts.notFound);
  await card.getByText('Your hash is kept.').waitFor();
  expect(await card.getByLabel('Transaction hash').inputValue()).toBe('5'.repeat(87));

  // The memo of another report: the payer's signature decides.
  await verify(card, foreign);
  await card.getByText('One more step: sign for this payment').waitFor();
  await card.getByRole('button', { name: 'Use another hash' }).click();
  await verify(card, tooLittle);
  // A part that its memo alone names: anyone could claim it for an offer of their own.
  await card.getByText('One more step: sign for this payment').waitFor();
  expect(await web.listedNames()).toContain('wrong_hashes');
});

test('a removal that fails after the preview shows an error', async () => {
  const report = await web.report({ username: 'late_refusal' });
  const hash = await web.burn({ memo: report.uniqueBurnAddress });
  const { page } = await web.visit();
  const card = await visitRemoval(page, 'late_refusal');
  // Another visitor removes the report between preview and claim.
  await page.route('**/remove-by-burn', async (route) => {
    const other = await web.burn({ memo: report.uniqueBurnAddress });
    await fetch(`${web.stack.url}/api/scammer-reports/${report.id}/remove-by-burn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ txHash: other }),
    });
    await expect.poll(web.listedNames).not.toContain('late_refusal');
    await route.continue();
  });
  await verify(card, hash);
  await waitForToast(page, 'Error', `${removalTexts.failedToRemove}. ${removalTexts.alreadyRemoved}`);
});
