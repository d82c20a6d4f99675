import { type Restored, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../lib/toasts.ts';
import { adminApi } from './session/admin-api.ts';

/** Invalidates every list of the panel and the public ones after a change. */
export async function refreshLists(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    ['admin', 'scammer-reports', 'nice-reports'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

export type Restore = (operationId: string, verb: 'Restore' | 'Undo') => Promise<void>;

/** Restores what an operation deleted, or undoes what it decided, and reports which rows it reached. */
export function useRestore(): Restore {
  const queryClient = useQueryClient();
  return async (operationId, verb) => {
    try {
      const restored = await adminApi.call(restoreDeleted, { params: { operationId } });
      showOutcome(restored, verb === 'Restore' ? 'restored' : 'undone');
      await refreshLists(queryClient);
    } catch {
      showToast({
        title: `${verb} failed`,
        description: `That didn't work. Please try again in the audit log.`,
        variant: 'destructive',
      });
    }
  };
}

function showOutcome({ restored, notRestored }: Restored, done: 'restored' | 'undone'): void {
  const [first] = notRestored;
  if (first) {
    const others =
      notRestored.length > 1
        ? ` And ${notRestored.length - 1} more ${notRestored.length === 2 ? 'was' : 'were'} not ${done}.`
        : '';
    showToast({
      title: restored.length === 0 ? `Nothing was ${done}` : `${restored.length} ${done}, some not`,
      description: `@${first.username}: ${first.message}${others}`,
      variant: 'destructive',
    });
  } else if (restored.length === 0) {
    showToast({
      title: `Nothing to ${done === 'restored' ? 'restore' : 'undo'}`,
      description: `It has already been ${done}.`,
    });
  } else {
    showToast({
      title: done === 'restored' ? 'Restored' : 'Undone',
      description: reach(restored.length, done),
    });
  }
}

function reach(count: number, done: 'restored' | 'undone'): string {
  if (count === 1) return done === 'restored' ? "It's back in its place." : "It's as it was before.";
  return count === 2 ? `Both ${done}.` : `All ${formatWhole(count)} ${done}.`;
}
