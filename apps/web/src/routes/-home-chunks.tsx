import { isPaid, isPending, useRemovals } from '../features/payment/payments.ts';
import { createChunk } from '../lib/chunk.ts';

export const reportForm = createChunk(() =>
  import('../features/report-form/report-form.tsx').then(({ ReportForm }) => ReportForm),
);
/** The details of an opened report. */
export const reportEntry = createChunk(() =>
  import('./-report-entry.tsx').then(({ ReportEntry }) => ReportEntry),
);
const removals = createChunk(() =>
  import('../features/payment/removal/removals-under-way.tsx').then(
    ({ RemovalsUnderWay }) => RemovalsUnderWay,
  ),
);

/** One line per pending or paid removal; loaded when there is one. */
export function LazyRemovalsUnderWay({ onShow }: { onShow: (username: string) => void }) {
  const isWanted = useRemovals().some((removal) => isPending(removal) || isPaid(removal));
  const { value: RemovalsUnderWay } = removals.use(isWanted);
  return RemovalsUnderWay ? <RemovalsUnderWay onShow={onShow} /> : null;
}
