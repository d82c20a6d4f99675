import { useState } from 'react';
import { keepTyped, typedSignature } from '../../lib/payment-proof/held-proofs.ts';
import type { ProofHandlers } from '../../lib/payment-proof/use-proof.ts';
import { Button } from '../button.tsx';
import { asTyped, Form, TextArea } from '../field.tsx';

type SignatureFormProps = {
  payment: string;
  proofId: string | undefined;
  onSigned: ProofHandlers['onSigned'];
};

/** Input for a signature made elsewhere. */
export function SignatureForm({ payment, proofId, onSigned }: SignatureFormProps) {
  const [typed, setTyped] = useState(() => typedSignature(payment));
  const [error, setError] = useState<string>();
  const send = () => {
    const signature = typed.trim();
    if (signature === '') return setError('Paste the signature first.');
    if (!proofId) return setError('Get a message first, and sign that one.');
    onSigned({ proofId, signature });
  };
  return (
    <Form onSubmit={send} className="grid gap-2">
      <TextArea
        label="Signature"
        hint="As your wallet shows it, in base58 or base64."
        error={error}
        {...asTyped}
        value={typed}
        rows={3}
        onType={(text) => {
          setTyped(text);
          keepTyped(payment, text);
          setError(undefined);
        }}
        maxLength={400}
        aria-required="true"
        className="font-mono"
      />
      <Button look="ink" type="submit" className="justify-self-start">
        Send the signature
      </Button>
    </Form>
  );
}
