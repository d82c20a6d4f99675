import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { reportListTexts, submitReport } from '@naughty-list/contracts/reports';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import { categoryChoices } from '../../lib/category-label.ts';
import { naughtyListQueries } from '../../lib/list-queries.ts';
import { ownReportAction } from '../../lib/own-reports.ts';
import { keepDraft, statementDraftKey } from '../../lib/post-draft.ts';
import { showFailure, showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Flourish } from '../../ui/drawings.tsx';
import { OwnReportLinks } from '../../ui/own-report-links.tsx';
import { CaptchaAndSubmit, DescriptionField, PostUrlField } from '../../ui/post-fields.tsx';
import { TraceField } from '../../ui/trace-field.tsx';

type ReportFormProps = {
  /** Called once the report is published. */
  onReported: () => void;
  /** Called when the visitor wants to see the existing report. */
  onSearch: (username: string) => void;
};

/** The report form: link, description, category, captcha. */
export function ReportForm(props: ReportFormProps) {
  const { post, existing } = useReportForm(props);
  const { register, control, setValue, formState } = post.form;
  const { errors } = formState;
  const [username, scamCategory] = useWatch({ control, name: ['username', 'scamCategory'] });
  return (
    <section aria-labelledby="report-title" className="mx-auto grid w-full max-w-[44rem] gap-6">
      <div className="grid gap-2">
        <h2 id="report-title" className="text-2xl text-cranberry-700 md:text-3xl">
          Report a scammer
        </h2>
        <Flourish className="w-56 text-parchment-400" />
        <p className="text-lg text-ink-700">
          Tell Santa who robbed the sleigh. Everyone can read what you write, so stick to what you can prove.
        </p>
      </div>
      <OwnReportLinks />
      <form onSubmit={post.submit} noValidate className="grid gap-6">
        <PostUrlField
          post={post}
          hint={<ExtractedName username={username} />}
          error={errors.twitterUrl?.message ?? errors.username?.message}
        />
        <input type="hidden" {...register('username')} />
        <DescriptionField
          post={post}
          label="What happened?"
          placeholder="What were you promised, what did you pay, and where did the money go?"
          privateDataText={privateDataTexts.hint}
        />
        <TraceField post={post} />
        <Chips
          legend={
            <span className="mb-2 block text-lg font-bold">
              What kind of scam? <span className="font-normal text-ink-700">(optional)</span>
            </span>
          }
          name="scamCategory"
          choices={categoryChoices}
          chosen={scamCategory ?? 'other'}
          onChoose={(category) => setValue('scamCategory', category)}
          className="flex-wrap"
        />
        <CaptchaAndSubmit post={post} label="Submit Report" className="min-h-14 text-lg sm:px-10">
          {existing && <AlreadyListed {...existing} />}
        </CaptchaAndSubmit>
      </form>
    </section>
  );
}

/** Links to the existing case, whose statement form contains what was typed. */
function AlreadyListed({ username, message }: { username: string; message: string }) {
  return (
    <div
      role="status"
      className="grid gap-3 rounded-sm border-2 border-gold-600 bg-parchment-50 p-4 sm:justify-items-start"
    >
      <p>
        <strong className="wrap-anywhere">{message}</strong> What you typed goes with you: add it to the case,
        with a post the case doesn't have yet or the transaction you paid with.
      </p>
      <Link to="/case/$username" params={{ username }} hash="statement" className={buttonClasses('ink')}>
        Add what happened to you
      </Link>
    </div>
  );
}

function ExtractedName({ username }: { username: string }) {
  if (username === '') return null;
  return (
    <span className="inline-flex items-center gap-2">
      <UserRoundX aria-hidden="true" className="size-5 shrink-0" />
      <span>
        You are reporting <strong className="handle text-ink-900">@{username.replace(/^@/, '')}</strong>
      </span>
    </span>
  );
}

function useReportForm({ onReported, onSearch }: ReportFormProps) {
  const queryClient = useQueryClient();
  const [existing, setExisting] = useState<{ username: string; message: string }>();
  const post = usePostForm({
    draftKey: 'naughty-list.report-draft',
    showsUsername: false,
    wrongAnswer: 'Incorrect answer. Please try again.',
    send: ({ scamCategory = 'other', ...post }, options) =>
      api.call(submitReport, { body: { ...post, scamCategory } }, options),
    onSent: (report) => {
      showToast({
        ...ownReportAction(report.username, report.reportCode),
        title: 'Report Submitted Successfully!',
        description: report.held
          ? (report.message ?? reportListTexts.held)
          : 'Thank you for helping make Web3 safer. Your report is now live on the naughty list.',
      });
      if (report.held) return;
      onReported();
      void naughtyListQueries.refresh(queryClient);
    },
    onFailed: (error, sent) => {
      if (!(error instanceof ApiCallError && error.status === 409 && error.existingUsername))
        return showFailure(
          'Submission Failed',
          errorText(error, 'Failed to submit report. Please try again.'),
        );
      const { message, existingUsername: username } = error;
      keepDraft(statementDraftKey(username), { ...sent, username });
      setExisting({ username, message });
      showToast({
        title: 'Already on the Naughty List!',
        description: message,
        variant: 'destructive',
        action: {
          label: 'Click here to search for them',
          altText: `Search the Naughty List for ${username}`,
          onSelect: () => onSearch(username),
        },
      });
    },
  });
  return { post, existing };
}
