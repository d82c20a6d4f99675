import { errorText } from '@naughty-list/api-client/client';
import type { CheckedPost, checkPost, checkStatementPost } from '@naughty-list/contracts/kept-posts';
import { markHandle, type ReviewedCase } from '@naughty-list/contracts/review';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/day.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';
import { decide } from './review-api.ts';

const states: Record<CheckedPost['state'], string> = {
  shown: 'X shows the post.',
  gone: 'X no longer shows the post. The case page shows what was kept, unless it has private data.',
  unanswered: "X isn't answering at the moment. Try again later.",
  unknown: "This server can't read posts, or the link isn't a post.",
};

type KeptPostProps = { endpoint: typeof checkPost | typeof checkStatementPost; id: number };

/** Rechecks the post of a report or statement on X, and shows its stored text. */
export function KeptPost({ endpoint, id }: KeptPostProps) {
  const check = useMutation({
    mutationFn: () => adminApi.call(endpoint, { params: { id } }),
  });
  const { state, kept } = check.data ?? {};
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="outline" isBusy={check.isPending} onClick={() => check.mutate()}>
        Check the post on X
      </Button>
      <p role="status">
        {check.error
          ? errorText(check.error, "The post wasn't checked. Please try again.")
          : state && states[state]}
      </p>
      {kept && (
        <figure className="grid gap-1">
          <figcaption className="text-ink-700">
            It said on <Day at={kept.at} />:
          </figcaption>
          <blockquote dir="auto" className="break-words whitespace-pre-line">
            {kept.text}
          </blockquote>
        </figure>
      )}
    </div>
  );
}

/**
 * The account's aliases, each of which can be deleted, and the mark that its reported handle belongs to another account
 * now.
 */
export function HandleMark({ reviewed: { report, version } }: { reviewed: ReviewedCase }) {
  const hasChanged = report.handleChangedAt !== undefined;
  const mark = useChange({
    failure: 'Not recorded',
    work: () => decide(markHandle, report.id, { hasChanged: !hasChanged, version }),
  });
  const forget = useChange({
    failure: 'Not recorded',
    work: (notItsName: string) => decide(markHandle, report.id, { notItsName, version }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      {report.aliases?.map(({ username, seenAt }) => (
        <p key={username}>
          X showed the account as @{username} on <Day at={seenAt} />.{' '}
          <Button look="outline" isBusy={forget.isBusy} onClick={() => forget.run(username)}>
            Forget @{username}
          </Button>
        </p>
      ))}
      {report.handleChangedAt && (
        <p>
          @{report.username} has belonged to another account since <Day at={report.handleChangedAt} />.
        </p>
      )}
      <Button look="outline" isBusy={mark.isBusy} onClick={() => mark.run()}>
        {hasChanged
          ? "Record that the handle hasn't changed hands"
          : 'Record that the handle has changed hands'}
      </Button>
    </div>
  );
}
