import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { useWatch } from 'react-hook-form';
import { needsHandle } from '../../lib/use-post-form.ts';
import { Button } from '../../ui/button.tsx';
import { CaptchaField } from '../../ui/captcha-field.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { DescriptionField, PostUrlField, UsernameField } from '../../ui/post-fields.tsx';
import { useNiceForm } from './use-nice-form.ts';

/** The praise form: link, username, description, captcha. */
export function NiceForm({ onPraised }: { onPraised: () => void }) {
  const { form, captcha, newCaptcha, readUsername, tidyUrl, submit } = useNiceForm(onPraised);
  const { register, control } = form;
  const { errors, isSubmitting } = form.formState;
  const twitterUrl = useWatch({ control, name: 'twitterUrl' });
  return (
    <section aria-labelledby="praise-title" className="mx-auto grid w-full max-w-[44rem] gap-6">
      <div className="grid gap-2">
        <h2 id="praise-title" className="text-2xl text-pine-700 md:text-3xl">
          Submit a Web3 hero
        </h2>
        <Flourish className="w-56 text-parchment-400" />
        <p className="text-lg text-ink-700">
          Somebody warned you, taught you, or gave it all back? Tell Santa, and it stands in the ledger for
          everybody to read. One entry per post.
        </p>
      </div>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <PostUrlField
          field={register('twitterUrl', {
            onChange: (event: { target: { value: string } }) => readUsername(event.target.value, false),
            onBlur: tidyUrl,
          })}
          hint="The post that shows it, or their profile."
          error={errors.twitterUrl?.message}
        />
        <UsernameField
          field={register('username')}
          hint={
            needsHandle(twitterUrl)
              ? 'This link does not say whose post it is: type the handle.'
              : 'Filled in from the link.'
          }
          error={errors.username?.message}
        />
        <DescriptionField
          form={form}
          label="What did they do?"
          placeholder="Whom did they help, and how did it feel?"
          privateDataText={privateDataTexts.refused}
        />
        <CaptchaField form={form} captcha={captcha} onRefresh={newCaptcha} />
        <Button
          look="gold"
          type="submit"
          disabled={isSubmitting}
          className="min-h-14 text-lg sm:justify-self-start sm:px-10"
        >
          {isSubmitting ? 'Submitting...' : 'Submit Nice Report'}
        </Button>
      </form>
    </section>
  );
}
