import { useEffect } from 'react';
import { createChunk } from '../../lib/chunk.ts';
import { isUnderWay } from './removal.ts';
import { updateRemoval, useRemovalsUnderWay } from './removal-store.ts';
import type { RemovalUnderWay as RemovalUnderWayComponent } from './removal-under-way.tsx';

const worker = createChunk<typeof RemovalUnderWayComponent>(() =>
  import('./removal-under-way.tsx').then(({ RemovalUnderWay }) => RemovalUnderWay),
);

/**
 * Processes every pending removal, whether its card is open, closed or on another page, and after a reload. Mount once,
 * above all pages.
 */
export function RemovalRunner() {
  const removals = useRemovalsUnderWay().filter(isUnderWay);
  const { value: RemovalUnderWay, hasFailed } = worker.use(removals.length > 0);
  useEffect(() => {
    if (!hasFailed) return;
    for (const { reportId, username, waiting } of removals)
      if (!waiting)
        updateRemoval({ id: reportId, username }, { waiting: navigator.onLine ? 'busy' : 'offline' });
  });
  if (!RemovalUnderWay) return null;
  return removals.map(({ reportId, hash }) => (
    <RemovalUnderWay key={`${reportId}:${hash}`} reportId={reportId} />
  ));
}
