import { showToast } from '../../../lib/toasts.ts';
import { counted } from '../list.tsx';
import { leftOut, useChange } from '../use-change.ts';
import type { ReportList } from './report-list.ts';

/** Publishes held reports and shows which were skipped and why. */
export function usePublish({ publish, noun }: ReportList, onPublished: (ids: readonly number[]) => void) {
  return useChange({
    failure: 'Publish failed',
    work: async (ids: number[]) => {
      const { published, notPublished } = await publish(ids);
      onPublished(published);
      const left = leftOut(notPublished, 'published');
      showToast({
        title:
          published.length === 0 ? 'Nothing was published' : `Published ${counted(published.length, noun)}`,
        description: left ?? (published.length === 1 ? "It's public now." : "They're public now."),
        ...(left && { variant: 'destructive' }),
      });
    },
  });
}

/** Marks praise as read, which gives it a seal. */
export function useMarkRead({ markRead }: ReportList) {
  return useChange({
    failure: 'Not marked as read',
    work: async (ids: number[]) => {
      const done = await markRead?.(ids);
      showToast(
        done?.read.length
          ? { title: 'Marked as read', description: 'It has its seal now.' }
          : { title: 'Already marked as read' },
      );
    },
  });
}
