import type { Case } from '@naughty-list/contracts/cases';
import { getLossMessage, submitLoss } from '@naughty-list/contracts/losses';
import { Address, Signature } from '@naughty-list/contracts/primitives';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { Description } from '@naughty-list/contracts/report-input';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../lib/api.ts';
import { errorText } from '../../lib/error-text.ts';
import { ownReportAction } from '../../lib/own-reports.ts';
import { faultText } from '../../lib/payment-proof/signing-texts.ts';
import { usePrivateDataKinds } from '../../lib/private-data.ts';
import { refreshReports } from '../../lib/reports.ts';
import { showToast } from '../../lib/toasts.ts';
import { useWalletSession } from '../../lib/wallet/session.ts';
import { SigningFault, signMessage } from '../../lib/wallet/sign-message.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { controlClasses, Field } from '../../ui/field.tsx';

type LossFormProps = { shown: Case; connect: ReactNode; onDone: () => void };
type Failure = { title: string; message: string; advice: string };

/** A signature in whatever was pasted: the hash itself, or an explorer's link. */
const transactionIn = (text: string) =>
  Signature.safeParse(/[1-9A-HJ-NP-Za-km-z]{64,88}/.exec(text)?.[0] ?? '');

/** A statement that a transaction proves, signed by the wallet that paid. */
export function LossForm({ shown: { username }, connect, onDone }: LossFormProps) {
  const queryClient = useQueryClient();
  const session = useWalletSession();
  const [pasted, setPasted] = useState('');
  const [description, setDescription] = useState('');
  const [errors, setErrors] = useState<{
    transaction?: string | undefined;
    description?: string | undefined;
  }>({});
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const kinds = usePrivateDataKinds(description);
  const send = async () => {
    const transaction = transactionIn(pasted);
    const text = Description.safeParse(description);
    setErrors({
      transaction: transaction.success ? undefined : 'Paste the hash of the transaction, or a link to it.',
      description: text.success ? undefined : text.error.issues[0]?.message,
    });
    if (!transaction.success || !text.success || session.state !== 'connected') return;
    setSending(true);
    setFailure(undefined);
    try {
      const claim = { transaction: transaction.data, wallet: Address.parse(session.address) };
      const { message } = await api.call(getLossMessage, { params: { username }, query: claim });
      const signature = await signMessage(message);
      const sent = await api.call(submitLoss, {
        body: { ...claim, username, description: text.data, signature },
      });
      showToast({
        ...ownReportAction(username, sent.reportCode),
        title: 'Statement submitted',
        description: sent.message,
      });
      onDone();
      void refreshReports(queryClient);
    } catch (error) {
      setFailure(
        error instanceof SigningFault
          ? faultText(error)
          : {
              title: 'It was not sent',
              message: errorText(error, 'The statement could not be sent.'),
              advice: 'What you wrote is still here.',
            },
      );
    }
    setSending(false);
  };
  return (
    <div className="grid max-w-[44rem] gap-4">
      <p>
        The chain shows what your wallet sent, and your signature shows that it is yours. Signing is free and
        moves no tokens. The transaction, and with it the address of your wallet, becomes public.
      </p>
      <Field
        id="loss-transaction"
        label="Your transaction"
        hint="Its hash, or a link to it in an explorer."
        error={errors.transaction}
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            aria-invalid={errors.transaction !== undefined}
            aria-describedby={describedBy}
            className={`${controlClasses} font-mono`}
          />
        )}
      </Field>
      <Field
        id="loss-description"
        label="What happened?"
        hint={<strong aria-live="polite">{kinds.length > 0 && privateDataTexts.textHint(kinds)}</strong>}
        error={errors.description}
      >
        {({ id, describedBy }) => (
          <textarea
            id={id}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            dir="auto"
            rows={5}
            placeholder="What you saw or lost, and when"
            aria-invalid={errors.description !== undefined}
            aria-describedby={describedBy}
            className={`${controlClasses} resize-y`}
          />
        )}
      </Field>
      {failure && <FailureNote {...failure} />}
      {session.state === 'connected' ? (
        <Button
          look="gold"
          disabled={isSending}
          onClick={() => void send()}
          className="sm:justify-self-start"
        >
          {isSending ? 'Submitting...' : 'Sign and submit'}
        </Button>
      ) : (
        <div className="grid gap-2 sm:justify-items-start">
          <p>Connect the wallet that paid to sign.</p>
          {connect}
        </div>
      )}
    </div>
  );
}
