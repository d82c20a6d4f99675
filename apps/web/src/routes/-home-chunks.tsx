import type { Report } from '@naughty-list/contracts/reports';
import { usePaidRemovals, useRemovalsUnderWay } from '../features/removal/removal-store.ts';
import type { RemovalsUnderWay as RemovalsUnderWayComponent } from '../features/removal/removals-under-way.tsx';
import type { ReportForm as ReportFormComponent } from '../features/report-form/report-form.tsx';
import { createChunk } from '../lib/chunk.ts';
import { Arriving } from '../ui/arriving.tsx';
import type { ReportEntry as ReportEntryComponent } from './-report-entry.tsx';

const form = createChunk<typeof ReportFormComponent>(() =>
  import('../features/report-form/report-form.tsx').then(({ ReportForm }) => ReportForm),
);
const entry = createChunk<typeof ReportEntryComponent>(() =>
  import('./-report-entry.tsx').then(({ ReportEntry }) => ReportEntry),
);

const removals = createChunk<typeof RemovalsUnderWayComponent>(() =>
  import('../features/removal/removals-under-way.tsx').then(({ RemovalsUnderWay }) => RemovalsUnderWay),
);

/** Chunks to prefetch on the home page. */
export const homeChunks = [entry.fetch, form.fetch] as const;

type ReportFormProps = { onReported: () => void; onSearch: (username: string) => void };

/** The report form, or its placeholder. */
export function LazyReportForm(props: ReportFormProps) {
  const { value: Form, hasFailed } = form.use(true);
  if (Form) return <Form {...props} />;
  return (
    <Arriving
      label="Fetching the form…"
      hasFailed={hasFailed}
      onRetry={() => void form.fetch()}
      className="mx-auto h-[48rem] w-full max-w-[44rem]"
    />
  );
}

type ReportEntryProps = { report: Report; hasOpenRemoval: boolean };

/** The details of an opened report, or their placeholder. */
export function LazyReportEntry(props: ReportEntryProps) {
  const { value: Entry, hasFailed } = entry.use(true);
  if (Entry) return <Entry {...props} />;
  return (
    <Arriving
      label="Turning the page…"
      hasFailed={hasFailed}
      onRetry={() => void entry.fetch()}
      className="my-4 h-96 w-full"
    />
  );
}

/** One line per pending or paid removal; loaded when there is one. */
export function LazyRemovalsUnderWay({ onShow }: { onShow: (username: string) => void }) {
  const count = useRemovalsUnderWay().length + usePaidRemovals().length;
  const { value: RemovalsUnderWay } = removals.use(count > 0);
  return RemovalsUnderWay ? <RemovalsUnderWay onShow={onShow} /> : null;
}
