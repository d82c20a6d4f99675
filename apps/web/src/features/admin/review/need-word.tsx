import { allowDecisions } from '@naughty-list/contracts/review';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { adminApi, statusQuery } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';
import type { Review } from './use-review.ts';

const MORE = 10;

/** Who has made so many consequential decisions within a day that another one must check them and allow more. */
export function NeedWord({ review: { needWord, moderators } }: { review: Review }) {
  const { data: status } = useQuery(statusQuery);
  const me = status?.username;
  const allow = useChange({
    failure: 'Not allowed',
    work: async (who: string) => {
      await adminApi.call(allowDecisions, { body: { who, count: MORE } });
      showToast({ title: `${who} may make ${MORE} more decisions` });
    },
  });
  return needWord.map(({ who, decisions }) => {
    const isAlone = who === me && status?.role === 'admin' && moderators <= 1;
    return (
      <div
        key={who}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3"
      >
        <p className="min-w-0 grow basis-64">
          <strong>{who === me ? 'You have' : `${who} has`}</strong> made {decisions} decisions in the last 24
          hours that change a case or take down an entry.{' '}
          {who !== me
            ? 'Check them in the audit log before you allow more.'
            : isAlone
              ? 'There is no other account to ask, so you may allow it yourself. This is logged.'
              : 'Another moderator must allow more.'}
        </p>
        {(who !== me || isAlone) && (
          <Button look="outline" onClick={() => allow.run(who)}>
            Allow {MORE} more
          </Button>
        )}
      </div>
    );
  });
}
