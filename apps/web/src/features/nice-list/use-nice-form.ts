import { submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { showFailure, showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';
import { niceListQueries } from './nice-list-queries.ts';

/** The praise form: a link fills the username in, and a link outside X clears it. */
export function useNiceForm(onPraised: () => void) {
  const queryClient = useQueryClient();
  return usePostForm({
    draftKey: 'naughty-list.nice-draft',
    showsUsername: true,
    wrongAnswer: 'Incorrect math answer. Please try again.',
    send: (post, options) => api.call(submitNiceReport, { body: post }, options),
    onSent: ({ held, message }) => {
      showToast({ title: 'Success!', description: message });
      if (held) return;
      onPraised();
      void niceListQueries.refresh(queryClient);
    },
    onFailed: (error) => {
      showFailure('Error', errorText(error, 'Failed to submit nice report'));
    },
  });
}
