import { statusTexts } from '@naughty-list/contracts/case-texts';
import { formatWhole } from '@naughty-list/contracts/tokens';
import type { LucideIcon } from 'lucide-react';
import BookOpenCheck from 'lucide-react/icons/book-open-check';
import ImageDown from 'lucide-react/icons/image-down';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { explorerLink, shortenMiddle } from '../../../lib/addresses.ts';
import { categoryLabels } from '../../../lib/category-label.ts';
import { classes } from '../../../lib/classes.ts';
import { useTokenConfig } from '../../../lib/site-settings.ts';
import { absoluteTime, relativeTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copy-button.tsx';
import { SealedAvatar } from '../../../ui/sealed-avatar.tsx';
import { OuterLink, PostLink } from '../parts.tsx';
import { holdReasons } from '../review/review-api.ts';
import { SelectEntry } from '../selection.tsx';
import { useChange } from '../use-change.ts';
import type { ReportList, ReportListRow } from './report-list.ts';
import { RowEditor, useDraft } from './row-editor.tsx';

type ReportRowProps = {
  reportList: ReportList;
  row: ReportListRow;
  now: Date;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onPublish: () => void;
  onRead: () => void;
  onDelete: () => void;
};

/** A report, in view or edit mode. */
export function ReportRow(props: ReportRowProps) {
  const { reportList, row, now, isChosen, onChoose, onPublish, onRead, onDelete } = props;
  const { draft, keep, open } = useDraft(reportList, row);
  const article = useRef<HTMLElement>(null);
  // Focus target after opening or closing the editor; a restored draft takes no focus.
  const focusTarget = useRef<'textarea' | '[data-edit]'>(undefined);
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (focusTarget.current === (isEditing ? 'textarea' : '[data-edit]'))
      article.current?.querySelector<HTMLElement>(focusTarget.current)?.focus();
    focusTarget.current = undefined;
  }, [isEditing]);
  const close = () => {
    focusTarget.current = '[data-edit]';
    keep(undefined);
  };
  const whose = ` @${row.username}`;
  return (
    <article
      ref={article}
      aria-label={row.username}
      className={classes(
        'border-t border-parchment-400 transition-colors duration-150',
        isChosen ? 'bg-gold-200/60' : row.isRemoved ? 'bg-parchment-300/20' : 'hover:bg-parchment-300/15',
      )}
    >
      <div
        className={classes(
          'ledger-margin grid grid-cols-[auto_auto_1fr] items-start gap-x-3 gap-y-2 py-3 pl-3 lg:grid-cols-[auto_auto_12rem_1fr_auto]',
          reportList.tone === 'pine' && 'ledger-margin-pine',
        )}
      >
        <span className="self-center sm:self-start">
          <SelectEntry label={`Select @${row.username}`} isChosen={isChosen} onChoose={onChoose} />
        </span>
        <SealedAvatar
          key={row.profileImageVersion}
          account={row}
          tone={reportList.tone}
          version={row.profileImageVersion}
        />
        <RowFacts row={row} now={now} isEditing={isEditing} />
        <div className="col-span-full min-w-0 px-1 lg:col-span-1 lg:px-0">
          {draft ? (
            <RowEditor reportList={reportList} row={row} draft={draft} onKeep={keep} onClose={close} />
          ) : (
            <RowText row={row} />
          )}
        </div>
        {!isEditing && (
          <div className="col-span-full flex flex-wrap gap-2 px-1 lg:col-span-1 lg:flex-nowrap lg:justify-end lg:px-0">
            {row.held && (
              <RowAction look="pine" Icon={ListChecks} text="Publish" of={whose} onClick={onPublish} />
            )}
            {row.isReviewed === false && !row.held && (
              <RowAction look="pine" Icon={BookOpenCheck} text="Mark as read" of={whose} onClick={onRead} />
            )}
            <RowAction
              data-edit
              Icon={Pencil}
              text="Edit"
              of={whose}
              onClick={() => {
                focusTarget.current = 'textarea';
                open();
              }}
            />
            {reportList.refreshImage && <RefreshImage row={row} refreshImage={reportList.refreshImage} />}
            <RowAction
              Icon={Trash2}
              text="Delete"
              of={whose}
              onClick={onDelete}
              className="text-cranberry-700 hover:border-cranberry-700"
            />
          </div>
        )}
      </div>
    </article>
  );
}

type RowActionProps = Omit<ComponentProps<typeof Button>, 'look'> & {
  look?: ComponentProps<typeof Button>['look'];
  Icon: LucideIcon;
  text: string;
  /** Completes the accessible name. */
  of: string;
};

function RowAction({ look = 'outline', Icon, text, of, className, ...rest }: RowActionProps) {
  return (
    <Button look={look} {...rest} className={classes('px-3!', className)}>
      <Icon aria-hidden="true" className="hidden size-4 sm:block" />
      {text}
      <span className="sr-only">{of}</span>
    </Button>
  );
}

type RefreshImageProps = { row: ReportListRow; refreshImage: NonNullable<ReportList['refreshImage']> };

/** Refreshes a profile image; its new version busts the browser's cache. */
function RefreshImage({ row: { id, username }, refreshImage }: RefreshImageProps) {
  const { isBusy, run } = useChange({
    failure: 'Refresh failed',
    advice: 'Could not refresh profile image',
    work: () => refreshImage(id),
    done: () => ({
      title: 'Profile image refreshed',
      description: `@${username}'s image will be fetched again wherever it's shown.`,
    }),
  });
  return (
    <RowAction
      Icon={ImageDown}
      title="Refresh the profile image"
      aria-disabled={isBusy}
      text={isBusy ? 'Refreshing' : 'Refresh'}
      of={` profile image of @${username}`}
      onClick={() => run()}
    />
  );
}

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
      <span className="font-bold">Removed by</span>
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
      <h3 translate="no" className="handle text-lg leading-tight font-bold">
        @{row.username}
      </h3>
      <p className="figures leading-tight text-ink-700">
        #{row.id} ·{' '}
        <time dateTime={row.reportedAt} title={absoluteTime(time)}>
          {relativeTime(time, now)}
        </time>
      </p>
      <p className="figures leading-tight text-ink-700">
        {[
          ...(row.scamCategory
            ? [categoryLabels[row.scamCategory], statusTexts[row.caseStatus ?? 'unreviewed']]
            : []),
          ...(row.reportCount > 1 ? [`${formatWhole(row.reportCount)} independent reporters`] : []),
        ].join(' · ')}
      </p>
      {isEditing && <span className="stamp mt-1 ml-0.5 px-2">EDITING</span>}
      {row.isReviewed && <span className="stamp stamp-pine mt-1 ml-0.5 px-2">READ</span>}
      {row.held && <span className="stamp mt-1 ml-0.5 px-2">HELD</span>}
      {row.holdReason && (
        <p className="leading-tight text-ink-700">because {holdReasons[row.holdReason] ?? row.holdReason}</p>
      )}
      {row.isRemoved && <span className="stamp stamp-ink mt-1 ml-0.5 px-2">REMOVED</span>}
    </div>
  );
}
