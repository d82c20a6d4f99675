import type { Visit, VisitBatch } from '@naughty-list/contracts/visits';

export const batchOf = (...visits: Visit[]): VisitBatch => ({ batchId: crypto.randomUUID(), visits });

export const visit = (pageUrl: string, changes: Partial<Visit> = {}): Visit => ({
  id: crypto.randomUUID(),
  at: '2026-12-23T23:59:59.500Z',
  pageUrl,
  referrer: null,
  userAgent: null,
  ipAddress: null,
  ...changes,
});
