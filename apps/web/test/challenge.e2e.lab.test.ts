import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, test } from 'vitest';
import { cardOf, sendReport, waitForToast } from './page-parts.ts';
import { startWeb } from './web-under-test.ts';

const web = closeAfterAll(await startWeb({ CHALLENGE_AFTER_WRITES_PER_HOUR: '1' }));

test('the page solves a required proof of work in the background, without third parties', async () => {
  // The browser logs the 428 itself.
  const { page } = await web.visit({ complains: /428/ });
  const calls: [method: string, status: number][] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/scammer-reports' && response.request().method() === 'POST')
      calls.push(['POST', response.status()]);
  });
  for (const username of ['first_grinch', 'second_grinch']) {
    const url = `https://x.com/${username}/status/1`;
    await sendReport(page, { url, description: 'Stole every present in town.' });
    await waitForToast(page, 'Report Submitted Successfully!');
    await cardOf(page, username).waitFor();
  }
  expect(calls).toEqual([
    ['POST', 201],
    ['POST', 428],
    ['POST', 201],
  ]);
  expect([...hosts]).toEqual([new URL(web.stack.url).host]);
});
