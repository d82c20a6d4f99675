import { appRoutes } from '@bull-board/api/dist/routes.js';
import { expect, it } from 'vitest';
import { changeInWords, queueOfChange } from './changes.ts';

it.each([
  ['PUT /api/queues/pause', null, 'Paused every queue'],
  ['PUT /api/queues/reports/pause', 'reports', 'Paused reports'],
  ['PUT /api/queues/reports/retry/failed', 'reports', 'Retried all failed jobs of reports'],
  [
    'PUT /api/queues/chain-verifier/clean/completed',
    'chain-verifier',
    'Removed all completed jobs of chain-verifier',
  ],
  ['PUT /api/queues/reports/job-7/retry', 'reports', 'Retried job job-7 of reports'],
  ['PUT /api/queues/reports/a%20b/clean', 'reports', 'Removed job a b of reports'],
  ['PUT /api/queues/reports/%zz/clean', 'reports', 'Removed job %zz of reports'],
  ['PATCH /api/queues/reports/7/priority', 'reports', 'Changed the priority of job 7 of reports'],
  ['DELETE /api/queues/reports/7', 'reports', 'DELETE /api/queues/reports/7'],
  ['POST /admin/queues-unlock', null, 'Allowed changes to queues for a while'],
  ['PUT /', null, 'PUT /'],
  ['', null, ''],
])('%s', (call, queue, words) => {
  expect([queueOfChange(call), changeInWords(call)]).toEqual([queue, words]);
});

it('has words for every call by which the dashboard changes something', () => {
  const calls = appRoutes.api
    .flatMap(({ method, route }) =>
      [method].flat().flatMap((verb) => [route].flat().map((path) => `${verb.toUpperCase()} ${path}`)),
    )
    .filter((call) => !call.startsWith('GET'));
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => changeInWords(call) === call)).toEqual([]);
});
