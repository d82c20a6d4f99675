import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { Link } from '@tanstack/react-router';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { categoryChoices } from '../../lib/category-label.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CaptchaField } from '../../ui/captcha-field.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { OwnReportLinks } from '../../ui/own-report-links.tsx';
import { DescriptionField, PostUrlField } from '../../ui/post-fields.tsx';
import { TraceField } from '../../ui/trace-field.tsx';
import { useReportForm } from './use-report-form.ts';

type ReportFormProps = { onReported: () => void; onSearch: (username: string) => void };

/** The report form: link, description, category, captcha. */
export function ReportForm(props: ReportFormProps) {
  const [existing, setExisting] = useState<string>();
  const { form, captcha, newCaptcha, readUsername, tidyUrl, submit } = useReportForm({
    ...props,
    onExisting: setExisting,
  });
  const { register, control } = form;
  const { errors, isSubmitting } = form.formState;
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
      <form onSubmit={submit} noValidate className="grid gap-6">
        <PostUrlField
          form={form}
          field={register('twitterUrl', {
            onChange: (event: { target: { value: string } }) => readUsername(event.target.value, false),
            onBlur: tidyUrl,
          })}
          hint={<ExtractedName username={username} />}
          error={errors.twitterUrl?.message ?? errors.username?.message}
        />
        <input type="hidden" {...register('username')} />
        <DescriptionField
          form={form}
          label="What happened?"
          placeholder="What were you promised, what did you pay, and where did the money go?"
          privateDataText={privateDataTexts.hint}
        />
        <TraceField form={form} />
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
        {existing && <AlreadyListed username={existing} />}
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

/** Leads to the case, where the statement form has what was typed. */
function AlreadyListed({ username }: { username: string }) {
  return (
    <div
      role="status"
      className="grid gap-3 rounded-sm border-2 border-gold-600 bg-parchment-50 p-4 sm:justify-items-start"
    >
      <p>
        <strong>@{username} already has a case.</strong> What you typed goes with you: add it there, with a
        link to a different post or the transaction you paid with.
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
        You are reporting <strong className="text-ink-900">@{username.replace(/^@/, '')}</strong>
      </span>
    </span>
  );
}
