import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { adminApi } from './session/admin-api.ts';
import { leftOut, useChange } from './use-change.ts';

export type Verb = 'Restore' | 'Undo';

const words = {
  Restore: { done: 'restored', title: 'Restored', one: "It's back in its place." },
  Undo: { done: 'undone', title: 'Undone', one: "It's as it was before." },
};

/** Restores the rows that an operation deleted, or undoes its decisions, and shows a toast with the outcome. */
export function useRestore(verb: Verb, onSettled?: () => void) {
  const { done, title, one } = words[verb];
  return useChange({
    failure: `${verb} failed`,
    advice: "That didn't work. Please try again in the audit log.",
    onSettled,
    work: (operationId: string) => adminApi.call(restoreDeleted, { params: { operationId } }),
    done: ({ restored: { length: count }, notRestored }) => {
      const description = leftOut(notRestored, done);
      if (description)
        return {
          title: count === 0 ? `Nothing was ${done}` : `${count} ${done}, some not`,
          description,
          variant: 'destructive',
        };
      if (count === 0)
        return { title: `Nothing to ${verb.toLowerCase()}`, description: `It has already been ${done}.` };
      if (count === 1) return { title, description: one };
      return { title, description: count === 2 ? `Both ${done}.` : `All ${formatWhole(count)} ${done}.` };
    },
  });
}
