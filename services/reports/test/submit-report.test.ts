import { listReports, submitReport } from '@naughty-list/contracts/reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, reportInput, startReports } from './running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.stop());

it('lists a report with its reference', async () => {
  const visitor = service.as('visitor');
  const report = await visitor.call(submitReport, { body: reportInput({ username: '@Grinch' }) });
  expect(report).toMatchObject({
    id: 1,
    username: 'Grinch',
    uniqueBurnAddress: 'LISTBURN001',
    reportCount: 1,
  });
  const { body, headers } = await visitor.callFull(listReports, { query: {} });
  expect(body).toEqual([report]);
  expect(headers.get('x-total-count')).toBe('1');
});
