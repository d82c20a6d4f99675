import { privateDataTexts } from '@naughty-list/contracts/private-data';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useWatch } from 'react-hook-form';
import { categoryChoices } from '../../lib/category-label.ts';
import { needsHandle } from '../../lib/use-post-form.ts';
import { Button } from '../../ui/button.tsx';
import { CaptchaField } from '../../ui/captcha-field.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { DescriptionField, PostUrlField, UsernameField } from '../../ui/post-fields.tsx';
import { useReportForm } from './use-report-form.ts';

type ReportFormProps = { onReported: () => void; onSearch: (username: string) => void };

/** The report form: link, description, category, captcha. */
export function ReportForm(props: ReportFormProps) {
  const { form, captcha, newCaptcha, readUsername, tidyUrl, submit } = useReportForm(props);
  const { register, control } = form;
  const { errors, isSubmitting } = form.formState;
  const [twitterUrl, username, scamCategory] = useWatch({
    control,
    name: ['twitterUrl', 'username', 'scamCategory'],
  });
  const isTyped = needsHandle(twitterUrl);
  return (
    <section aria-labelledby="report-title" className="mx-auto grid w-full max-w-[44rem] gap-6">
      <div className="grid gap-2">
        <h2 id="report-title" className="text-2xl text-cranberry-700 md:text-3xl">
          Report a scammer
        </h2>
        <Flourish className="w-56 text-parchment-400" />
        <p className="text-lg text-ink-700">
          Tell Santa who robbed the sleigh. It goes into the ledger for everybody to read, so stick to what
          you can prove.
        </p>
      </div>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <PostUrlField
          field={register('twitterUrl', {
            onChange: (event: { target: { value: string } }) => readUsername(event.target.value, false),
            onBlur: tidyUrl,
          })}
          hint={<ExtractedName username={username} />}
          error={errors.twitterUrl?.message ?? (isTyped ? undefined : errors.username?.message)}
        />
        {isTyped ? (
          <UsernameField
            field={register('username')}
            hint="This link does not say whose post it is: type the handle, or paste a link like https://x.com/username/status/123."
            error={errors.username?.message}
          />
        ) : (
          <input type="hidden" {...register('username')} />
        )}
        <DescriptionField
          form={form}
          label="What happened?"
          placeholder="Who promised what, who paid, and where did it go?"
          privateDataText={privateDataTexts.hint}
        />
        <Chips
          legend={
            <span className="mb-2 block text-lg font-bold">
              What kind of scam? <span className="font-normal text-ink-700">(optional)</span>
            </span>
          }
          name="scamCategory"
          choices={categoryChoices}
          chosen={scamCategory ?? 'other'}
          onChoose={(category) => form.setValue('scamCategory', category)}
          className="flex-wrap"
        />
        <CaptchaField form={form} captcha={captcha} onRefresh={newCaptcha} />
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

function ExtractedName({ username }: { username: string }) {
  if (username === '') return null;
  return (
    <span className="inline-flex items-center gap-2">
      <UserRoundX aria-hidden="true" className="size-5 shrink-0" />
      <span>
        You are reporting <strong className="text-ink-900">@{username.replace(/^@/, '')}</strong>
      </span>
    </span>
  );
}
