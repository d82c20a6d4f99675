import { useEffect, useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { SealedAvatar } from '../../../ui/sealed-avatar.tsx';
import type { ReportList, ReportListRow } from './report-list.ts';
import { RowActions } from './row-actions.tsx';
import { RowEditor } from './row-editor.tsx';
import { RowFacts, RowText } from './row-text.tsx';
import { draftOf, useDraft } from './use-edit.ts';

type ReportRowProps = {
  reportList: ReportList;
  row: ReportListRow;
  now: Date;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Absent if the report is not held. */
  onPublish: (() => void) | undefined;
  onRead: (() => void) | undefined;
  onDelete: () => void;
};

/** A report, in view or edit mode. */
export function ReportRow({
  reportList,
  row,
  now,
  isChosen,
  onChoose,
  onPublish,
  onRead,
  onDelete,
}: ReportRowProps) {
  const { draft, keep, forget } = useDraft(reportList, row);
  const image = useProfileImage(reportList, row);
  const article = useRef<HTMLElement>(null);
  // Focus target after opening or closing the editor; a restored draft takes no focus.
  const wanted = useRef<'field' | 'button'>(undefined);
  const isEditing = draft !== undefined;
  useEffect(() => {
    const selector = isEditing ? 'textarea' : '[data-edit]';
    if (wanted.current === (isEditing ? 'field' : 'button'))
      article.current?.querySelector<HTMLElement>(selector)?.focus();
    wanted.current = undefined;
  }, [isEditing]);
  const open = () => {
    wanted.current = 'field';
    keep(draftOf(row));
  };
  const close = () => {
    wanted.current = 'button';
    forget();
  };
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
        <label className="grid size-11 place-items-center self-center sm:self-start">
          <span className="sr-only">Select @{row.username}</span>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
            className="size-5 accent-pine-700"
          />
        </label>
        <SealedAvatar
          key={image.version}
          username={row.username}
          tone={reportList.tone}
          version={image.version}
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
          <RowActions
            username={row.username}
            onEdit={open}
            onRefresh={image.refresh}
            isRefreshing={image.isRefreshing}
            onPublish={onPublish}
            onRead={onRead}
            onDelete={onDelete}
          />
        )}
      </div>
    </article>
  );
}

/** Refreshes a profile image; `version` changes with each refresh and so busts the browser's cache. */
function useProfileImage({ refreshImage }: ReportList, { id, profileImageVersion }: ReportListRow) {
  const [version, setVersion] = useState(profileImageVersion);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async (call: NonNullable<typeof refreshImage>) => {
    setIsRefreshing(true);
    try {
      const { username } = await call(id);
      setVersion(Date.now());
      showToast({
        title: 'Profile image refreshed',
        description: `@${username}'s image will be fetched again wherever it's shown.`,
      });
    } catch {
      showFailure('Refresh failed', 'Could not refresh profile image');
    } finally {
      setIsRefreshing(false);
    }
  };
  return {
    version,
    isRefreshing,
    refresh: refreshImage ? () => void refresh(refreshImage) : undefined,
  };
}
