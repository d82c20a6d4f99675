import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import { restoreDeleted } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { whenFocusIsLost } from '../../lib/scroll.ts';
import { showFailure, showToast, type ToastContent } from '../../lib/toasts.ts';
import { adminApi } from './session/admin-api.ts';

/** Invalidates every list of the panel and the public ones after a change. */
export async function refreshLists(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    ['admin', 'scammer-reports', 'nice-reports'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

/** If the focused element was removed by a change, focuses the open case or the panel. */
export function keepFocus(): void {
  whenFocusIsLost(() => {
    const place =
      document.getElementById('case-title') ?? document.querySelector<HTMLElement>('[role="tabpanel"]');
    place?.focus({ preventScroll: true });
  });
}

type ChangeOptions<Input, Result> = {
  work: (input: Input) => Promise<Result>;
  /** The toast after success. */
  done?: (result: Result, input: Input) => ToastContent;
  /** Title of the toast when it fails. */
  failure: string;
  /** Text of the toast; by default, and at a limit, the error's message. */
  advice?: string;
  /** Called before the lists are refreshed. */
  onSettled?: (() => void) | undefined;
};

/** Runs a change by the admin, one at a time; then refreshes every list, or shows a toast with the failure. */
export function useChange<Input = void, Result = unknown>({
  work,
  done,
  failure,
  advice,
  onSettled,
}: ChangeOptions<Input, Result>) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Input) => work(input).finally(onSettled),
    onSuccess: (result, input) => {
      if (done) showToast(done(result, input));
      return refreshLists(queryClient);
    },
    onSettled: keepFocus,
    onError: (error) => {
      const isLimit =
        error instanceof ApiCallError &&
        (error.code === 'second_word_needed' || error.code === 'too_many_requests');
      showFailure(failure, (!isLimit && advice) || errorText(error, 'Please try again.'));
      // The displayed data is out of date.
      if (error instanceof ApiCallError && [404, 409].includes(error.status))
        return refreshLists(queryClient);
    },
  });
  return { isBusy: isPending, run: (input: Input) => void (!isPending && mutate(input)) };
}

/** `@grinch: It is on the list again. And 2 more were not restored.`; undefined if nothing was left out. */
export function leftOut(
  [first, ...others]: readonly { username?: string; message: string }[],
  done: string,
): string | undefined {
  if (!first) return undefined;
  const more =
    others.length > 0
      ? ` And ${formatWhole(others.length)} more ${others.length === 1 ? 'was' : 'were'} not ${done}.`
      : '';
  return `${first.username ? `@${first.username}: ` : ''}${first.message}${more}`;
}

type Verb = 'Restore' | 'Undo';

const words = {
  Restore: { done: 'restored', title: 'Restored', one: "It's back in its place." },
  Undo: { done: 'undone', title: 'Undone', one: "It's as before. A reopened appeal is due in seven days." },
};

/** Restores the rows that an operation deleted, or undoes its decisions, and shows a toast with the outcome. */
export function useRestore(verb: Verb, onSettled?: () => void) {
  const { done, title, one } = words[verb];
  return useChange({
    failure: `${verb} failed`,
    advice: "That didn't work. An admin can try again in the audit log.",
    onSettled,
    work: (operationId: string) => adminApi.call(restoreDeleted, { params: { operationId } }),
    done: ({ restored: { length: count }, notRestored }) => {
      const description = leftOut(notRestored, done);
      if (description)
        return {
          title: count === 0 ? `Nothing was ${done}` : `Only ${count} ${done}`,
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
