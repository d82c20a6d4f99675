import { markHandle, type ReviewedCase } from '@naughty-list/contracts/review';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/day.tsx';
import { adminApi } from '../session/admin-api.ts';
import { caseQuery } from './review-api.ts';

/** The names that the account took later, and the mark that its reported name belongs to another account now. */
export function HandleMark({ reviewed: { report, version } }: { reviewed: ReviewedCase }) {
  const queryClient = useQueryClient();
  const hasChanged = report.handleChangedAt !== undefined;
  const mark = useMutation({
    mutationFn: () =>
      adminApi.call(markHandle, { params: { id: report.id }, body: { hasChanged: !hasChanged, version } }),
    onSuccess: (changed) => queryClient.setQueryData(caseQuery(report.id).queryKey, changed),
  });
  return (
    <div className="grid justify-items-start gap-2">
      {report.aliases?.map(({ username, seenAt }) => (
        <p key={username}>
          X showed the account as @{username} on <Day at={seenAt} />.
        </p>
      ))}
      {report.handleChangedAt && (
        <p>
          @{report.username} has belonged to another account since <Day at={report.handleChangedAt} />.
        </p>
      )}
      <Button look="outline" disabled={mark.isPending} onClick={() => mark.mutate()}>
        {hasChanged ? 'The handle hasn’t changed hands' : 'The handle has changed hands'}
      </Button>
      <p role="status">{mark.error && errorText(mark.error, "That wasn't saved. Please try again.")}</p>
    </div>
  );
}
