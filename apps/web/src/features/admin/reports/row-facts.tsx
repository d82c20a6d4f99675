import { formatWhole } from '@naughty-list/contracts/whole-number';
import { categoryLabels } from '../../../lib/category-label.ts';
import { absoluteTime, relativeTime } from '../../../lib/relative-time.ts';
import { holdReasons } from '../review/review-api.ts';
import type { ReportListRow } from './report-list.ts';

type RowFactsProps = { row: ReportListRow; now: Date; isEditing: boolean };

/** Username, date, number of reports and state. */
export function RowFacts({ row, now, isEditing }: RowFactsProps) {
  const time = new Date(row.reportedAt);
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      <h3 className="text-lg leading-tight font-bold">@{row.username}</h3>
      <p className="figures leading-tight text-ink-700">
        #{row.id} ·{' '}
        <time dateTime={row.reportedAt} title={absoluteTime(time)}>
          {relativeTime(time, now)}
        </time>
      </p>
      <p className="figures leading-tight text-ink-700">
        {[
          ...(row.scamCategory ? [categoryLabels[row.scamCategory]] : []),
          ...(row.reportCount > 1 ? [`reported ${formatWhole(row.reportCount)} times`] : []),
        ].join(', ')}
      </p>
      {isEditing && <span className="stamp mt-1 ml-0.5 px-2">EDITING</span>}
      {row.isReviewed && <span className="stamp stamp-pine mt-1 ml-0.5 px-2">READ</span>}
      {row.held && <span className="stamp mt-1 ml-0.5 px-2">HELD</span>}
      {row.holdReason && (
        <p className="leading-tight text-ink-700">because {holdReasons[row.holdReason] ?? row.holdReason}</p>
      )}
      {row.isRemoved && <span className="stamp stamp-pine mt-1 ml-0.5 px-2">REMOVED</span>}
    </div>
  );
}
