import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { submitReport } from '@naughty-list/contracts/reports';
import { expect, it } from 'vitest';
import { reportInput, startReports } from './running-service.ts';
import { signatureOf } from './verdicts.ts';

/** The verifier's state of a preview that has just begun. */
const received = {
  stage: 'received',
  outcome: 'pending',
  code: null,
  message: null,
  amount: null,
  decimals: null,
  slot: null,
  rules: [],
};

type Begun = { id: string; signature: string };

it('a stopping process answers waiting requests instead of waiting with them', async () => {
  // A chain verifier that never finishes.
  const called = Promise.withResolvers<void>();
  let begun: Begun | undefined;
  const verifier = createServer(async (request, response) => {
    if (request.method === 'POST') begun = (await json(request)) as Begun;
    else called.resolve();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...received, id: begun?.id, signature: begun?.signature }));
  });
  await new Promise<void>((resolve) => verifier.listen(0, '127.0.0.1', resolve));
  const { port } = verifier.address() as AddressInfo;
  const service = await startReports({
    VERIFY_WAIT_MS: '50000',
    CHAIN_VERIFIER_URL: `http://127.0.0.1:${port}`,
  });
  const { id } = await service.as('reporter').call(submitReport, { body: reportInput() });
  const claiming = service.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, {
    txHash: signatureOf(1),
  });
  const previewing = service.send('POST', '/api/verify-burn', { txHash: signatureOf(1), reportId: id });
  await called.promise;
  while ((await service.context.db('removal_claims')).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await service.stop();
  expect((await claiming).status).toBe(202);
  const previewed = await previewing;
  expect(previewed.status).toBe(202);
  expect(previewed.body).toMatchObject({
    pending: true,
    verificationId: expect.stringMatching(/^look_/),
  });
  verifier.close();
  verifier.closeAllConnections();
});
