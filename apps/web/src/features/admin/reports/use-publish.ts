import type { Published } from '@naughty-list/contracts/admin-reports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { counted } from '../list.tsx';
import { refreshLists } from '../use-restore.ts';
import type { ReportList } from './report-list.ts';

type PublishOptions = { reportList: ReportList; onPublished: (ids: readonly number[]) => void };

/** Publishes held reports and shows which were skipped and why. */
export function usePublish({ reportList, onPublished }: PublishOptions) {
  const queryClient = useQueryClient();
  const [isUnderWay, setIsUnderWay] = useState(false);
  const publish = async (ids: number[]) => {
    setIsUnderWay(true);
    try {
      const done = await reportList.publish(ids);
      onPublished(done.published);
      showOutcome(reportList, done);
      await refreshLists(queryClient);
    } catch {
      showFailure('Publish failed', "That didn't work. Please try again.");
    } finally {
      setIsUnderWay(false);
    }
  };
  return (ids: number[]) => void (!isUnderWay && publish(ids));
}

function showOutcome({ noun }: ReportList, { published, notPublished }: Published): void {
  const [first] = notPublished;
  const title =
    published.length === 0 ? 'Nothing was published' : `Published ${counted(published.length, noun)}`;
  if (!first) {
    showToast({ title, description: published.length === 1 ? "It's public now." : "They're public now." });
    return;
  }
  const others =
    notPublished.length > 1
      ? ` And ${notPublished.length - 1} more ${notPublished.length === 2 ? 'was' : 'were'} not published.`
      : '';
  showToast({
    title,
    description: `Report #${first.id} was not published: ${first.message}${others}`,
    variant: 'destructive',
  });
}

/** Marks praise as read, which gives it a seal; undefined for the other list. */
export function useMarkRead({ markRead }: ReportList) {
  const queryClient = useQueryClient();
  if (!markRead) return undefined;
  const mark = async (ids: number[]) => {
    try {
      const { read } = await markRead(ids);
      showToast(
        read.length > 0
          ? { title: 'Marked as read', description: 'It has its seal now.' }
          : { title: 'Already marked as read' },
      );
      await refreshLists(queryClient);
    } catch {
      showFailure('Not marked as read', "That didn't work. Please try again.");
    }
  };
  return (ids: number[]) => void mark(ids);
}
