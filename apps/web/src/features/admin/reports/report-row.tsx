import type { LucideIcon } from 'lucide-react';
import BookOpenCheck from 'lucide-react/icons/book-open-check';
import ImageDown from 'lucide-react/icons/image-down';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { type ComponentProps, useEffect, useRef } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/button.tsx';
import { SealedAvatar } from '../../../ui/sealed-avatar.tsx';
import { SelectEntry } from '../selection.tsx';
import { useChange } from '../use-change.ts';
import type { ReportList, ReportListRow } from './report-list.ts';
import { RowEditor, useDraft } from './row-editor.tsx';
import { RowFacts, RowText } from './row-text.tsx';

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
          username={row.username}
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
