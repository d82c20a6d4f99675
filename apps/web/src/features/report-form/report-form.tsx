import { DESCRIPTION_MAX_LENGTH } from '@naughty-list/contracts/report-input';
import { UserRoundX } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { controlClasses, Field } from '../../ui/field.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { useReportForm } from './use-report-form.ts';

type ReportFormProps = { onReported: () => void; onSearch: (username: string) => void };

/** Tell Santa: a post, what happened, and a sum. */
export function ReportForm(props: ReportFormProps) {
  const { form, captcha, newCaptcha, readUsername, tidyUrl, submit } = useReportForm(props);
  const { register, control } = form;
  const { errors, isSubmitting } = form.formState;
  const [twitterUrl, username, description] = useWatch({
    control,
    name: ['twitterUrl', 'username', 'description'],
  });
  const length = description.trim().length;
  return (
    <section aria-labelledby="report-title" className="mx-auto grid w-full max-w-[44rem] gap-6">
      <div className="grid gap-2">
        <h2 id="report-title" className="text-2xl text-cranberry-700 md:text-3xl">
          Report a scammer
        </h2>
        <Flourish className="w-56 text-parchment-400" />
        <p className="text-lg text-ink-700">
          Tell Santa who robbed the sleigh. It goes into the ledger at once, for everybody to read, so stay
          with what you can show.
        </p>
      </div>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <Field
          id="twitterUrl"
          label="Link to the post on X"
          hint={<ExtractedName username={username} hasUrl={twitterUrl.trim() !== '' && !errors.twitterUrl} />}
          error={errors.twitterUrl?.message ?? errors.username?.message}
        >
          {({ id, describedBy }) => (
            <input
              id={id}
              type="url"
              inputMode="url"
              {...register('twitterUrl', {
                onChange: (event: { target: { value: string } }) => readUsername(event.target.value, false),
                onBlur: tidyUrl,
              })}
              placeholder="https://x.com/username/status/123"
              autoComplete="off"
              aria-invalid={Boolean(errors.twitterUrl ?? errors.username)}
              aria-describedby={describedBy}
              aria-required="true"
              className={controlClasses}
            />
          )}
        </Field>
        <input type="hidden" {...register('username')} />
        <Field
          id="description"
          label="What happened?"
          hint={
            <span
              className={classes(
                'figures',
                length > DESCRIPTION_MAX_LENGTH && 'font-bold text-cranberry-700',
              )}
            >
              {length.toLocaleString('en-US')} of {DESCRIPTION_MAX_LENGTH.toLocaleString('en-US')} characters
            </span>
          }
          error={errors.description?.message}
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              {...register('description')}
              dir="auto"
              rows={6}
              placeholder="Who promised what, who paid, and where did it go?"
              aria-invalid={errors.description !== undefined}
              aria-describedby={describedBy}
              aria-required="true"
              className={`${controlClasses} resize-y`}
            />
          )}
        </Field>
        <CaptchaField
          captcha={captcha}
          error={errors.captcha?.message}
          field={register('captcha')}
          onRefresh={newCaptcha}
        />
        <Button
          look="gold"
          type="submit"
          disabled={isSubmitting}
          className="min-h-14 text-lg sm:justify-self-start sm:px-10"
        >
          {isSubmitting ? 'Submitting...' : 'Submit Report'}
        </Button>
      </form>
    </section>
  );
}

function ExtractedName({ username, hasUrl }: { username: string; hasUrl: boolean }) {
  if (username === '') {
    return hasUrl ? 'There is no name in this link. Paste one like https://x.com/username/status/123.' : null;
  }
  return (
    <span className="inline-flex items-center gap-2">
      <UserRoundX aria-hidden="true" className="size-5 shrink-0" />
      <span>
        You are reporting <strong className="text-ink-900">@{username}</strong>
      </span>
    </span>
  );
}
