import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Captcha } from '../lib/captcha.ts';
import type { PostForm } from '../lib/use-post-form.ts';
import { Button } from './button.tsx';
import { controlClasses, Field } from './field.tsx';

type CaptchaFieldProps = {
  form: PostForm;
  captcha: Captcha;
  onRefresh: () => void;
};

/** A sum to solve, against the simplest bots. */
export function CaptchaField({ form, captcha, onRefresh }: CaptchaFieldProps) {
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
          <Button look="outline" Icon={RefreshCw} onClick={onRefresh} aria-label="New math problem" />
        </div>
      )}
    </Field>
  );
}
