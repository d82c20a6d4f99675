import { formatWhole } from '@naughty-list/contracts/tokens';
import { useId, useState } from 'react';
import { explorerLink, shortenMiddle } from '../../../lib/addresses.ts';
import { categoryLabels } from '../../../lib/category-label.ts';
import { classes } from '../../../lib/classes.ts';
import { absoluteTime, relativeTime } from '../../../lib/time.ts';
import { useTokenConfig } from '../../../lib/token-config.ts';
import { Copyable } from '../../../ui/copy-button.tsx';
import { OuterLink, PostLink } from '../parts.tsx';
import { holdReasons } from '../review/review-api.ts';
import type { ReportListRow } from './report-list.ts';

/** Approximate number of characters visible in a folded text on a phone. */
const FOLDED_CHARACTERS = 160;
const FOLDED_LINES = 3;

/** Description, link to the post, and the transaction of a removal. */
export function RowText({ row }: { row: ReportListRow }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong =
    row.description.length > FOLDED_CHARACTERS || row.description.split('\n').length > FOLDED_LINES;
  const hash = row.removalTxHash ?? row.burnTransactionHash;
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      <p
        id={id}
        dir="auto"
        className={classes('w-full min-w-0 whitespace-pre-line', !isOpen && isLong && 'line-clamp-3')}
      >
        {row.description}
      </p>
      <div className="flex max-w-full flex-wrap items-center gap-x-4">
        {isLong && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="min-h-11 font-bold underline decoration-2 underline-offset-4"
          >
            {isOpen ? 'Show less' : 'Show all'}
            <span className="sr-only"> about @{row.username}</span>
          </button>
        )}
        <PostLink url={row.twitterUrl} />
      </div>
      {row.isRemoved && hash && <RemovalTransaction hash={hash} />}
    </div>
  );
}

function RemovalTransaction({ hash }: { hash: string }) {
  const { data: chain } = useTokenConfig();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="font-bold text-pine-700">Removed by</span>
      <Copyable text={hash} shown={shortenMiddle(hash)} label="Copy transaction hash" />
      {chain && <OuterLink href={explorerLink('tx', hash, chain)}>Explorer</OuterLink>}
    </div>
  );
}

type RowFactsProps = { row: ReportListRow; now: Date; isEditing: boolean };

/** Username, date, independent reporters and state. */
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
          ...(row.reportCount > 1 ? [`${formatWhole(row.reportCount)} independent reporters`] : []),
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
