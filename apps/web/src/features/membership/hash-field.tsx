import { controlClasses, Field } from '../../ui/field.tsx';

/** Longer than any hash, so that wrong input is rejected with a message instead of truncated. */
const TYPED_MAX_LENGTH = 200;

type HashFieldProps = {
  label: string;
  hint: string;
  hash: string;
  error: string | undefined;
  readOnly?: boolean;
  onType: (typed: string) => void;
};

/** Input for the hash of a membership payment. */
export function HashField({ label, hint, hash, error, readOnly = false, onType }: HashFieldProps) {
  return (
    <Field id="membership-hash" label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="text"
          value={hash}
          readOnly={readOnly}
          onChange={(event) => onType(event.target.value)}
          placeholder="Paste it here"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TYPED_MAX_LENGTH}
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          className={`${controlClasses} figures font-mono`}
        />
      )}
    </Field>
  );
}
