import { useQueryClient } from '@tanstack/react-query';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { refreshLists } from '../use-restore.ts';
import type { ReportList } from './report-list.ts';

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
