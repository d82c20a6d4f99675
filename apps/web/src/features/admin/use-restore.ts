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
      tell(restored);
      await refreshLists(queryClient);
    } catch {
      showToast({
        title: 'Restore failed',
        description: 'Could not bring it back. The audit log still has it: try again there.',
        variant: 'destructive',
      });
    }
  };
}

function tell({ restored, notRestored }: Restored): void {
  const [first] = notRestored;
  if (first) {
    const others = notRestored.length > 1 ? ` And ${notRestored.length - 1} more stayed away.` : '';
    showToast({
      title: restored.length === 0 ? 'Nothing came back' : `${restored.length} came back, some did not`,
      description: `@${first.username}: ${first.message}${others}`,
      variant: 'destructive',
    });
  } else {
    const count = formatWhole(restored.length);
    showToast(
      restored.length === 0
        ? { title: 'Nothing to restore', description: 'It was brought back before.' }
        : {
            title: 'Restored',
            description:
              restored.length === 1
                ? 'It is back where it was.'
                : restored.length === 2
                  ? 'Both restored.'
                  : `All ${count} restored.`,
          },
    );
  }
}
