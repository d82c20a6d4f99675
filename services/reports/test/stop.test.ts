import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { submitReport } from '@naughty-list/contracts/reports';
import { expect, it } from 'vitest';
import { reportInput, startReports } from './running-service.ts';
import { signatureOf } from './verdicts.ts';

it('stopping answers those who wait, instead of waiting with them', async () => {
  // A chain verifier that takes calls and never answers.
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const called = new Promise<void>((resolve) => silent.once('connection', () => resolve()));
  const { port } = silent.address() as AddressInfo;
  const service = await startReports({
    VERIFY_WAIT_MS: '50000',
    CHAIN_VERIFIER_URL: `http://127.0.0.1:${port}`,
  });
  const { id } = await service.as('reporter').call(submitReport, { body: reportInput() });
  const claiming = service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, {
    txHash: signatureOf(1),
  });
  const looking = service.send('POST', '/api/verify-burn', { txHash: signatureOf(1), reportId: id });
  await called;
  while ((await service.context.db('removal_claims')).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await service.stop();
  expect((await claiming).status).toBe(202);
  expect((await looking).status).toBe(503);
  silent.close();
});
