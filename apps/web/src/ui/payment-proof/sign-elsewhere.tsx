import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useId, useState } from 'react';
import { shortenMiddle } from '../../lib/addresses.ts';
import { classes } from '../../lib/classes.ts';
import {
  type Challenge,
  keepTyped,
  type Proof,
  type ProofHandlers,
  signCommand,
  typedSignature,
} from '../../lib/payment-proof/proof-step.ts';
import { useHasPassed } from '../../lib/time.ts';
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { FailureNote } from '../failure-note.tsx';
import { asTyped, Form, SelectField, TextArea, TextField } from '../field.tsx';
import { Loading } from '../skeleton.tsx';

type SignElsewhereProps = ProofHandlers & { payment: string; proof: Proof };

/** The message to sign elsewhere, and the field for the signature. */
export function SignElsewhere({ payment, proof, step, keep, onSigned }: SignElsewhereProps) {
  const contentId = useId();
  const [isOpen, setOpen] = useState(() => typedSignature(payment) !== '' || step.wallet !== undefined);
  const wallet = step.wallet ?? step.challenge?.wallet ?? step.payers[0] ?? '';
  const challenge = step.challenge?.wallet === wallet ? step.challenge : undefined;
  const { expiresAt } = challenge ?? {};
  // By this device's clock; the server decides.
  const hasExpired = useHasPassed(expiresAt === undefined ? undefined : Date.parse(expiresAt));
  const isMissing = isOpen && step.payers.includes(wallet) && !challenge;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once per wallet; after a failure there is a button.
  useEffect(() => {
    if (isMissing && !proof.busy) void proof.prepare(wallet);
  }, [isMissing, wallet]);
  return (
    <div className="grid gap-3 border-t border-parchment-400 pt-3">
      <Button
        look="quiet"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start"
      >
        <ChevronDown aria-hidden="true" className={classes('size-5 shrink-0', isOpen && 'rotate-180')} />
        Sign somewhere else
      </Button>
      <div id={contentId} hidden={!isOpen} className="grid gap-4">
        {isOpen && (
          <>
            <p>
              For a hardware key, a command line or a wallet on another device: sign exactly this message with
              the wallet that paid, and paste the signature here.
            </p>
            <WalletChoice payers={step.payers} wallet={wallet} keep={keep} />
            {challenge && <MessageToSign challenge={challenge} />}
            {(!challenge || hasExpired) && (
              <NoMessage wallet={wallet} isExpired={challenge !== undefined} proof={proof} />
            )}
            <SignatureForm payment={payment} proofId={challenge?.proofId} onSigned={onSigned} />
          </>
        )}
      </div>
    </div>
  );
}

type WalletChoiceProps = Pick<ProofHandlers, 'keep'> & { payers: readonly string[]; wallet: string };

/** A choice among several payers, or a field if none is known. */
function WalletChoice({ payers, wallet, keep }: WalletChoiceProps) {
  if (payers.length === 1) return null;
  if (payers.length > 1)
    return (
      <SelectField
        label="Which wallet signs?"
        value={wallet}
        choices={payers.map((payer) => ({ value: payer, label: shortenMiddle(payer) }))}
        onChoose={(chosen) => keep({ wallet: chosen })}
        isWide
      />
    );
  return (
    <TextField
      label="Address of the wallet that paid"
      {...asTyped}
      value={wallet}
      onType={(text) => keep({ wallet: text.trim() })}
      maxLength={64}
      className="font-mono"
    />
  );
}

function NoMessage({ wallet, isExpired, proof }: { wallet: string; isExpired: boolean; proof: Proof }) {
  if (proof.busy === 'issuing') return <Loading text="Fetching the message…" className="h-40 w-full" />;
  return (
    <div className="grid justify-items-start gap-2">
      {isExpired && (
        <p role="status" className="font-bold">
          This message has expired.
        </p>
      )}
      {proof.fault?.at === 'elsewhere' && <FailureNote {...proof.fault.text} />}
      <Button look="ink" disabled={wallet === ''} onClick={() => void proof.prepare(wallet)}>
        {isExpired ? 'Get a new message' : 'Get the message'}
      </Button>
    </div>
  );
}

/** The message and the signing command with copy buttons, and the expiry, if it has one. */
function MessageToSign({ challenge }: { challenge: Challenge }) {
  const { message, expiresAt } = challenge;
  return (
    <div className="grid gap-4">
      <Block label="The message" copyLabel="Copy message" text={message} />
      <Block label="Or run this command" copyLabel="Copy command" text={signCommand(message)} />
      {expiresAt && (
        <p className="text-ink-700">
          Sign it before{' '}
          <time dateTime={expiresAt} className="figures font-bold">
            {new Date(expiresAt).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}
          </time>
          ; after that you can get a new one here.
        </p>
      )}
    </div>
  );
}

function Block({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <figure aria-label={label} className="grid min-w-0 gap-2">
      <figcaption className="flex items-center justify-between gap-2 font-bold">
        {label}
        <CopyButton text={text} label={copyLabel} />
      </figcaption>
      <pre
        translate="no"
        className="min-w-0 rounded-sm border border-parchment-400 bg-parchment-200 p-3 font-mono whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </figure>
  );
}

type SignatureFormProps = Pick<SignElsewhereProps, 'payment' | 'onSigned'> & { proofId: string | undefined };

/** Input for a signature made elsewhere. */
function SignatureForm({ payment, proofId, onSigned }: SignatureFormProps) {
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
