import { errorText } from '@naughty-list/api-client/client';
import { type Case, submitStatement } from '@naughty-list/contracts/cases';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { naughtyListQueries } from '../../lib/list-queries.ts';
import { ownReportAction } from '../../lib/own-reports.ts';
import { statementDraftKey } from '../../lib/post-draft.ts';
import { showFailure, showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';
import { ButtonChoice } from '../../ui/button-choice.tsx';
import { OwnReportLinks } from '../../ui/own-report-links.tsx';
import { CaptchaAndSubmit, DescriptionField, PostUrlField } from '../../ui/post-fields.tsx';
import { TraceField } from '../../ui/trace-field.tsx';
import { LossForm } from './loss-form.tsx';

const evidences = [
  { value: 'post', label: 'A post' },
  { value: 'transaction', label: 'A transaction I paid with' },
] as const;

type FormProps = { shown: Case; onDone: () => void };

/** The statement form: with a post of the account, or a transaction of the wallet that paid. */
export function StatementForm(props: FormProps) {
  const [evidence, setEvidence] = useState<(typeof evidences)[number]['value']>('post');
  return (
    <div className="grid gap-5">
      <OwnReportLinks username={props.shown.username} />
      <ButtonChoice
        legend={<span className="mb-2 block text-lg font-bold">What can you show?</span>}
        value={evidence}
        choices={evidences}
        onChoose={setEvidence}
      />
      {evidence === 'post' ? <PostForm {...props} /> : <LossForm {...props} />}
    </div>
  );
}

/** A post of the account, what happened, and the captcha. */
function PostForm({ shown: { username, report }, onDone }: FormProps) {
  const renamed = report.aliases?.find(({ isCurrent }) => isCurrent);
  const name = renamed?.username ?? username;
  const queryClient = useQueryClient();
  const post = usePostForm({
    draftKey: statementDraftKey(username),
    names: [name, username],
    showsUsername: false,
    wrongAnswer: 'Incorrect answer. Please try again.',
    send: ({ scamCategory: _, ...body }, options) => api.call(submitStatement, { body }, options),
    onSent: ({ held, message, reportCode }) => {
      showToast({
        ...ownReportAction(username, reportCode),
        title: 'Statement submitted',
        description: held ? (message ?? '') : `It's now part of @${username}'s case.`,
      });
      onDone();
      void naughtyListQueries.refresh(queryClient);
    },
    onFailed: (error) =>
      showFailure(
        'Submission Failed',
        errorText(error, 'The statement could not be sent. Please try again.'),
      ),
  });
  const { errors } = post.form.formState;
  return (
    <form onSubmit={post.submit} noValidate className="grid max-w-[44rem] gap-4">
      <PostUrlField
        post={post}
        hint={`A post by @${name} that is not part of the case yet.`}
        error={errors.twitterUrl?.message ?? (errors.username && `This has to be a post by @${name}.`)}
      />
      <DescriptionField
        post={post}
        label="What happened?"
        placeholder="What you saw or lost, and when"
        privateDataText={privateDataTexts.textHint}
      />
      <TraceField post={post} />
      <CaptchaAndSubmit post={post} label="Submit Statement" />
    </form>
  );
}
