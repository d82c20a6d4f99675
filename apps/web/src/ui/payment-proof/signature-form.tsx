import { type FormEvent, useId, useState } from 'react';
import { keepTyped, typedSignature } from '../../lib/payment-proof/held-proofs.ts';
import type { ProofHandlers } from '../../lib/payment-proof/use-proof.ts';
import { Button } from '../button.tsx';
import { controlClasses, Field } from '../field.tsx';

type SignatureFormProps = {
  payment: string;
  proofId: string | undefined;
  onSigned: ProofHandlers['onSigned'];
};

/** Input for a signature made elsewhere. */
export function SignatureForm({ payment, proofId, onSigned }: SignatureFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => typedSignature(payment));
  const [error, setError] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const signature = typed.trim();
    if (signature === '') return setError('Paste the signature first.');
    if (!proofId) return setError('Get a message first, and sign that one.');
    onSigned({ proofId, signature });
  };
  return (
    <form onSubmit={send} noValidate className="grid gap-2">
      <Field id={id} label="Signature" hint="As your wallet shows it, in base58 or base64." error={error}>
        {({ describedBy }) => (
          <textarea
            id={id}
            value={typed}
            rows={3}
            onChange={({ target }) => {
              setTyped(target.value);
              keepTyped(payment, target.value);
              setError(undefined);
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={400}
            aria-required="true"
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            className={`${controlClasses} font-mono`}
          />
        )}
      </Field>
      <Button look="ink" type="submit" className="justify-self-start">
        Send the signature
      </Button>
    </form>
  );
}
