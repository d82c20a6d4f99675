import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { normalizePostUrl, PostUrl, usernameFromUrl } from '@naughty-list/contracts/report-input';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';
import { niceListQueries } from './nice-list-queries.ts';

/** The praise form: the address fills the username in, and an address that is not of X clears it. */
export function useNiceForm(onPraised: () => void) {
  const queryClient = useQueryClient();
  return usePostForm({
    draftKey: 'naughty-list.nice-draft',
    visibleFields: ['twitterUrl', 'username', 'description', 'captcha'],
    wrongAnswer: 'Incorrect math answer. Please try again.',
    usernameFor: (twitterUrl, current) => usernameFromUrl(twitterUrl) ?? (isOfX(twitterUrl) ? current : ''),
    send: (post) => api.call(submitNiceReport, { body: post }),
    onSent: ({ message }) => {
      showToast({ title: 'Success!', description: message });
      onPraised();
      void niceListQueries.refresh(queryClient);
    },
    onFailed: (error) => {
      showToast({
        title: 'Error',
        description: errorText(error, 'Failed to submit nice report'),
        variant: 'destructive',
      });
    },
  });
}

function isOfX(twitterUrl: string): boolean {
  return PostUrl.safeParse(normalizePostUrl(twitterUrl)).success;
}
