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

/** Restores what an operation deleted and reports which rows were restored. */
export function useRestore(): (operationId: string) => Promise<void> {
  const queryClient = useQueryClient();
  return async (operationId) => {
    try {
      const restored = await adminApi.call(restoreDeleted, { params: { operationId } });
      showOutcome(restored);
      await refreshLists(queryClient);
    } catch {
      showToast({
        title: 'Restore failed',
        description: 'Could not restore it. Please try again in the audit log.',
        variant: 'destructive',
      });
    }
  };
}

function showOutcome({ restored, notRestored }: Restored): void {
  const [first] = notRestored;
  if (first) {
    const others = notRestored.length > 1 ? ` And ${notRestored.length - 1} more were not restored.` : '';
    showToast({
      title: restored.length === 0 ? 'Nothing was restored' : `${restored.length} restored, some not`,
      description: `@${first.username}: ${first.message}${others}`,
      variant: 'destructive',
    });
  } else {
    const count = formatWhole(restored.length);
    showToast(
      restored.length === 0
        ? { title: 'Nothing to restore', description: 'It has already been restored.' }
        : {
            title: 'Restored',
            description:
              restored.length === 1
                ? 'It is back in its place.'
                : restored.length === 2
                  ? 'Both restored.'
                  : `All ${count} restored.`,
          },
    );
  }
}
