import { errorText } from '@naughty-list/api-client/client';
import type { Case } from '@naughty-list/contracts/cases';
import { getLossMessage, submitLoss } from '@naughty-list/contracts/losses';
import { type Address, Signature } from '@naughty-list/contracts/primitives';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { Description } from '@naughty-list/contracts/report-input';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { naughtyListQueries } from '../../lib/list-queries.ts';
import { ownReportAction } from '../../lib/own-reports.ts';
import { keepTyped } from '../../lib/payment-proof/proof-step.ts';
import { usePrivateDataKinds } from '../../lib/private-data.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { asTyped, TextArea, TextField } from '../../ui/field.tsx';
import { SignedCall } from '../../ui/payment-proof/proof-panel.tsx';

type LossFormProps = { shown: Case; onDone: () => void };
type Loss = { transaction: Signature; description: string };

/** The signature in a pasted text: the hash itself, or an explorer's link. */
const transactionIn = (text: string) =>
  Signature.safeParse(/[1-9A-HJ-NP-Za-km-z]{64,88}/.exec(text)?.[0] ?? '');

/** A statement about a payment, signed by the wallet that paid. */
export function LossForm({ shown: { username }, onDone }: LossFormProps) {
  const [pasted, setPasted] = useState('');
  const [description, setDescription] = useState('');
  const [errors, setErrors] = useState<Partial<Record<keyof Loss, string | undefined>>>({});
  /** The checked fields, to be signed for; undefined once one is changed. */
  const [loss, setLoss] = useState<Loss>();
  const kinds = usePrivateDataKinds(description);
  const check = () => {
    const transaction = transactionIn(pasted);
    const text = Description.safeParse(description);
    setErrors({
      transaction: transaction.success ? undefined : 'Paste the hash of the transaction, or a link to it.',
      description: text.success ? undefined : text.error.issues[0]?.message,
    });
    if (transaction.success && text.success)
      setLoss({ transaction: transaction.data, description: text.data });
    else document.getElementById(transaction.success ? 'loss-description' : 'loss-transaction')?.focus();
  };
  return (
    <div className="grid max-w-[44rem] gap-4">
      <p>
        The chain shows what your wallet sent, and your signature shows that the wallet is yours. The
        transaction, and with it the address of your wallet, becomes public.
      </p>
      <TextField
        id="loss-transaction"
        label="Your transaction"
        hint="The transaction hash, or a link to it in an explorer."
        error={errors.transaction}
        {...asTyped}
        value={pasted}
        onType={(text) => {
          setPasted(text);
          setLoss(undefined);
        }}
        maxLength={300}
        className="font-mono"
      />
      <TextArea
        id="loss-description"
        label="What happened?"
        hint={<strong aria-live="polite">{kinds.length > 0 && privateDataTexts.textHint(kinds)}</strong>}
        error={errors.description}
        value={description}
        onType={(text) => {
          setDescription(text);
          setLoss(undefined);
        }}
        rows={5}
        placeholder="What you saw or lost, and when"
      />
      {loss ? (
        <SignedLoss key={loss.transaction} username={username} loss={loss} onDone={onDone} />
      ) : (
        <Button look="gold" onClick={check} className="sm:justify-self-start">
          Continue to sign
        </Button>
      )}
    </div>
  );
}

type SignedLossProps = { username: string; loss: Loss; onDone: () => void };

/** Asks for the signature, and sends the statement with it. */
function SignedLoss({ username, loss, onDone }: SignedLossProps) {
  const queryClient = useQueryClient();
  const payment = `loss ${username} ${loss.transaction}`;
  const issue = async (wallet: string) => {
    const query = { transaction: loss.transaction, wallet: wallet as Address };
    const { message } = await api.call(getLossMessage, { params: { username }, query });
    // The server stores no challenge here: wallet and transaction determine the message.
    return { proofId: wallet, message };
  };
  return (
    <SignedCall
      payment={payment}
      title="One more step"
      heading="h4"
      issue={issue}
      send={({ proofId: wallet, signature }) =>
        api.call(submitLoss, { body: { ...loss, username, wallet: wallet as Address, signature } })
      }
      onAnswer={(sent) => {
        showToast({
          ...ownReportAction(username, sent.reportCode),
          title: 'Statement submitted',
          description: sent.message,
        });
        keepTyped(payment, '');
        onDone();
        void naughtyListQueries.refresh(queryClient);
      }}
      renderFailure={(error) => (
        <FailureNote
          title="It was not sent"
          message={errorText(error, 'The statement could not be sent.')}
          advice="What you wrote is still here."
        />
      )}
    >
      To send your statement, sign a message with the wallet that paid.
    </SignedCall>
  );
}
