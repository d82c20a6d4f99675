import { createPiece } from '../../lib/piece.ts';
import { useRemovalsUnderWay } from './removal-store.ts';
import type { RemovalUnderWay as RemovalUnderWayComponent } from './removal-under-way.tsx';

const worker = createPiece<typeof RemovalUnderWayComponent>(() =>
  import('./removal-under-way.tsx').then(({ RemovalUnderWay }) => RemovalUnderWay),
);

/**
 * Works on every removal that is under way, whether its card is open, closed or on another page of the list, and
 * after a reload. Placed once, above all pages.
 */
export function RemovalRunner() {
  const removals = useRemovalsUnderWay();
  const { value: RemovalUnderWay } = worker.use(removals.length > 0);
  if (!RemovalUnderWay) return null;
  return removals.map(({ reportId, hash }) => (
    <RemovalUnderWay key={`${reportId}:${hash}`} reportId={reportId} />
  ));
}
