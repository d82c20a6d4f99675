import { type Case, StatementFormInput, submitStatement } from '@naughty-list/contracts/cases';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { refreshReports } from '../../lib/reports.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePostForm } from '../../lib/use-post-form.ts';
import { Button } from '../../ui/button.tsx';
import { CaptchaField } from '../../ui/captcha-field.tsx';
import { DescriptionField, PostUrlField } from '../../ui/post-fields.tsx';

/** Form for a further statement: a post of the account, what happened, and the captcha. */
export function StatementForm({ shown: { username }, onDone }: { shown: Case; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { form, captcha, newCaptcha, tidyUrl, submit } = usePostForm({
    draftKey: `naughty-list.statement-draft.${username.toLowerCase()}`,
    input: StatementFormInput,
    account: username,
    showsUsername: () => false,
    wrongAnswer: 'Incorrect answer. Please try again.',
    send: ({ twitterUrl, description }, options) =>
      api.call(submitStatement, { body: { twitterUrl, username, description } }, options),
    onSent: ({ held, message }) => {
      showToast({
        title: 'Statement submitted',
        description: held ? (message ?? '') : `It is now part of the case of @${username}.`,
      });
      onDone();
      void refreshReports(queryClient);
    },
    onFailed: (error) =>
      showToast({
        title: 'Submission Failed',
        description: errorText(error, 'The statement could not be sent. Please try again.'),
        variant: 'destructive',
      }),
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-[44rem] gap-4">
      <PostUrlField
        field={form.register('twitterUrl', { onBlur: tidyUrl })}
        hint={`A post of @${username} that is not part of the case yet.`}
        error={errors.twitterUrl?.message ?? (errors.username && `This has to be a post of @${username}.`)}
      />
      <DescriptionField
        form={form}
        label="What happened?"
        placeholder="What you saw or lost yourself, and when"
        privateDataText={privateDataTexts.textHint}
      />
      <CaptchaField form={form} captcha={captcha} onRefresh={newCaptcha} />
      <Button look="gold" type="submit" disabled={isSubmitting} className="sm:justify-self-start">
        {isSubmitting ? 'Submitting...' : 'Submit Statement'}
      </Button>
    </form>
  );
}
