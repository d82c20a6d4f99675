import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { reportListTexts, submitReport } from '@naughty-list/contracts/reports';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { ownReportAction } from '../../lib/own-reports.ts';
import { keepDraft, type PostDraft, statementDraftKey } from '../../lib/post-draft.ts';
import { refreshReports } from '../../lib/reports.ts';
import { showFailure, showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';

type ReportFormOptions = {
  /** Called once the report is published. */
  onReported: () => void;
  /** Called when the account has a case already. */
  onExisting: (username: string) => void;
  /** Called when the visitor wants to see the existing report. */
  onSearch: (username: string) => void;
};

/** The report form: the username comes from the link. */
export function useReportForm({ onReported, onExisting, onSearch }: ReportFormOptions) {
  const queryClient = useQueryClient();
  return usePostForm({
    draftKey: 'naughty-list.report-draft',
    showsUsername: false,
    wrongAnswer: 'Incorrect answer. Please try again.',
    send: ({ scamCategory = 'other', ...post }, options) =>
      api.call(submitReport, { body: { ...post, scamCategory } }, options),
    onSent: (report) => {
      const toOwn = ownReportAction(report.username, report.reportCode);
      if (report.held) {
        showToast({
          ...toOwn,
          title: 'Report Submitted Successfully!',
          description: report.message ?? reportListTexts.held,
        });
        return;
      }
      showToast({
        ...toOwn,
        title: 'Report Submitted Successfully!',
        description: 'Thank you for helping make Web3 safer. Your report is now live on the naughty list.',
      });
      onReported();
      void refreshReports(queryClient);
    },
    onFailed: (error, post) => {
      const existing =
        error instanceof ApiCallError && error.status === 409 ? error.existingUsername : undefined;
      if (existing === undefined) return tellFailure(error);
      carryOver(existing, post);
      onExisting(existing);
      tellExisting(error as ApiCallError, existing, onSearch);
    },
  });
}

/** What was typed becomes the draft of a statement in the case. */
function carryOver(
  username: string,
  { twitterUrl, description }: Pick<PostDraft, 'twitterUrl' | 'description'>,
) {
  keepDraft(statementDraftKey(username), { twitterUrl, username, description });
}

function tellExisting(error: ApiCallError, existing: string, onSearch: (username: string) => void): void {
  showToast({
    title: 'Already on the Naughty List!',
    description: error.message,
    variant: 'destructive',
    action: {
      label: 'Click here to search for them',
      altText: `Search the Naughty List for ${existing}`,
      onSelect: () => onSearch(existing),
    },
  });
}

function tellFailure(error: unknown): void {
  showFailure('Submission Failed', errorText(error, 'Failed to submit report. Please try again.'));
}
