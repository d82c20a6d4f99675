import type { PrivateDataKind } from '@naughty-list/contracts/private-data';
import { DESCRIPTION_MAX_LENGTH, whyNoPost } from '@naughty-list/contracts/report-input';
import { formatWhole } from '@naughty-list/contracts/tokens';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { classes } from '../lib/classes.ts';
import { usePrivateDataKinds } from '../lib/private-data.ts';
import type { PostForm } from '../lib/use-post-form.ts';
import { Button } from './button.tsx';
import { controlClasses, Field, TextArea, TextField } from './field.tsx';

type PostUrlFieldProps = { post: PostForm; hint: ReactNode; error: string | undefined };

/** Link to a post; shows while typing why a link to X is not one to a post. */
export function PostUrlField({ post, hint, error }: PostUrlFieldProps) {
  const refusal = whyNoPost(useWatch({ control: post.form.control, name: 'twitterUrl' }));
  const live = <span aria-live="polite">{error === refusal ? undefined : refusal}</span>;
  return (
    <TextField
      id="twitterUrl"
      label="Link to the post on X"
      hint={refusal ? live : hint}
      error={error}
      type="url"
      inputMode="url"
      {...post.urlField}
      placeholder="https://x.com/username/status/123"
      autoComplete="off"
      aria-required="true"
    />
  );
}

type DescriptionFieldProps = {
  post: PostForm;
  label: string;
  placeholder: string;
  /** Hint for the kinds of private data found in the text. */
  privateDataText: (kinds: readonly PrivateDataKind[]) => string;
};

/** Description with a character count, and with a hint where it contains private data. */
export function DescriptionField({
  post: { form },
  label,
  placeholder,
  privateDataText,
}: DescriptionFieldProps) {
  const typed = useWatch({ control: form.control, name: 'description' });
  const error = form.formState.errors.description?.message;
  const kinds = usePrivateDataKinds(typed);
  return (
    <TextArea
      id="description"
      label={label}
      hint={
        <>
          <DescriptionLength typed={typed} />
          <strong aria-live="polite" className="block text-ink-900">
            {kinds.length > 0 && privateDataText(kinds)}
          </strong>
        </>
      }
      error={error}
      {...form.register('description')}
      rows={6}
      placeholder={placeholder}
      aria-required="true"
    />
  );
}

export function DescriptionLength({ typed }: { typed: string }) {
  // Counted in code points, as in the contract: an emoji of two UTF-16 units is one character.
  const { length } = [...typed.trim()];
  return (
    <span className={classes('figures', length > DESCRIPTION_MAX_LENGTH && 'font-bold text-cranberry-700')}>
      {formatWhole(length)} of {formatWhole(DESCRIPTION_MAX_LENGTH)} characters
    </span>
  );
}

type SubmitProps = { post: PostForm; label: string; className?: string; children?: ReactNode };

/** The end of a form: the captcha, `children`, and the button. */
export function CaptchaAndSubmit({ post, label, className, children }: SubmitProps) {
  const { isSubmitting } = post.form.formState;
  return (
    <>
      <CaptchaField {...post} />
      {children}
      <Button
        look="gold"
        type="submit"
        isBusy={isSubmitting}
        className={classes('sm:justify-self-start', className)}
      >
        {isSubmitting ? 'Submitting...' : label}
      </Button>
    </>
  );
}

/** A sum to solve, against the simplest bots. */
function CaptchaField({ form, captcha, newCaptcha }: PostForm) {
  const error = form.formState.errors.captcha?.message;
  const sign = captcha.operator === '*' ? '×' : captcha.operator;
  const sum = `${captcha.left} ${sign} ${captcha.right}`;
  return (
    <Field
      id="captcha"
      label={
        <>
          Prove you're not a bot: what is <span className="figures whitespace-nowrap">{sum}</span>?
        </>
      }
      error={error}
    >
      {({ id, describedBy }) => (
        <div className="flex gap-2">
          <input
            id={id}
            {...form.register('captcha')}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            aria-required="true"
            className={`${controlClasses} figures max-w-40`}
          />
          <Button look="outline" Icon={RefreshCw} onClick={newCaptcha} aria-label="New math problem" />
        </div>
      )}
    </Field>
  );
}
