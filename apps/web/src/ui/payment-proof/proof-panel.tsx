import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { useMutation } from '@tanstack/react-query';
import PenLine from 'lucide-react/icons/pen-line';
import { type ReactNode, useContext, useState } from 'react';
import { shortenMiddle } from '../../lib/addresses.ts';
import {
  type Challenge,
  type Proof,
  type ProofHandlers,
  type ProofStep,
  type SigningPlace,
  usableChallenge,
} from '../../lib/payment-proof/proof-step.ts';
import { useLostFocus } from '../../lib/scroll.ts';
import { ConnectButton, connected, disconnectWallet, useWalletSession } from '../../lib/wallet/session.ts';
import { type FaultText, isRejection, WalletFault } from '../../lib/wallet/wallet-fault.ts';
import { Button, Spinner } from '../button.tsx';
import { FailureNote } from '../failure-note.tsx';
import { SignElsewhere } from './sign-elsewhere.tsx';

type ProofPanelProps = ProofHandlers & {
  /** Key under which the typed signature is kept in memory. */
  payment: string;
  title: string;
  /** Heading level of its title. */
  heading: 'h2' | 'h3' | 'h4' | 'h5';
  /** Why a signature is needed. */
  children: ReactNode;
};

/**
 * Asks for a message signed by the paying wallet: with the wallet connected here, or elsewhere.
 */
export function ProofPanel({ payment, title, heading: Heading, children, ...handlers }: ProofPanelProps) {
  const { step } = handlers;
  const proof = useProof(handlers);
  return (
    <section
      ref={useLostFocus<HTMLElement>()}
      tabIndex={-1}
      aria-label={title}
      className="grid animate-open gap-4 rounded-sm border-2 border-gold-600 bg-parchment-50 p-4"
    >
      <div className="grid gap-2">
        <Heading className="font-sans text-lg font-bold">{title}</Heading>
        <p>{children}</p>
        <p className="text-ink-700">Signing is free. It isn't a transaction and moves no tokens.</p>
        <Payers payers={step.payers} />
      </div>
      {step.refusal && (
        <FailureNote
          title="Not accepted"
          message={step.refusal}
          advice="Sign with the wallet that paid. What you typed is kept."
        />
      )}
      <SignWithWallet payers={step.payers} proof={proof} />
      <SignElsewhere payment={payment} proof={proof} {...handlers} />
    </section>
  );
}

type SignedCallProps<Answer> = Omit<ProofPanelProps, 'step' | 'keep' | 'onSigned'> & {
  send: (proof: PaymentProof) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  /** Shown until the answer comes. */
  waiting?: string;
  /** Why another signature is needed after an error; undefined if it would not help. */
  refusalOf?: (error: Error) => string | undefined;
  renderFailure?: (error: Error, retry: () => void) => ReactNode;
};

const refusedProof = (error: Error): string | undefined =>
  error instanceof ApiCallError && ['proof_invalid', 'proof_expired'].includes(error.code ?? '')
    ? error.message
    : undefined;

/** Asks for a signature, and makes the call that needs it. */
export function SignedCall<Answer>(props: SignedCallProps<Answer>) {
  const { send, onAnswer, waiting, refusalOf = refusedProof, renderFailure, ...panel } = props;
  const [step, setStep] = useState<ProofStep>({ payers: [] });
  const keep = (changes: Partial<ProofStep>) => setStep((before) => ({ ...before, ...changes }));
  const { mutate, error, variables, isPending } = useMutation({
    mutationFn: send,
    onMutate: () => keep({ refusal: undefined }),
    onSuccess: onAnswer,
    onError: (failed) => {
      const refusal = refusalOf(failed);
      // A message that does not expire is not used up either.
      const challenge = step.challenge?.expiresAt === undefined ? step.challenge : undefined;
      if (refusal) keep({ refusal, challenge });
    },
  });
  return (
    <>
      <ProofPanel {...panel} step={step} keep={keep} onSigned={(proof) => isPending || mutate(proof)} />
      <p role="status" className="text-lg empty:hidden">
        {isPending && waiting}
      </p>
      {error && variables && !refusalOf(error) && renderFailure?.(error, () => mutate(variables))}
    </>
  );
}

function Payers({ payers }: { payers: readonly string[] }) {
  if (payers.length === 0) return null;
  return (
    <p>
      {payers.length === 1 ? 'The wallet that paid: ' : 'The wallets that paid, any of which may sign: '}
      {payers.map((payer, index) => (
        <span key={payer}>
          {index > 0 && ', '}
          <strong title={payer} className="font-mono whitespace-nowrap">
            {shortenMiddle(payer, 4, 4)}
          </strong>
        </span>
      ))}
    </p>
  );
}

type SignWithWalletProps = { payers: readonly string[]; proof: Proof };

const busyTexts = {
  issuing: 'Fetching the message… Usually takes a second or two.',
  signing: "Check your wallet: it's showing the message and asking you to sign.",
};

/** Signs with the connected wallet if it is a payer. */
function SignWithWallet({ payers, proof }: SignWithWalletProps) {
  const session = useWalletSession();
  const connect = useContext(ConnectButton);
  const { busy, fault } = proof;
  const isOther = session.state === 'connected' && payers.length > 0 && !payers.includes(session.address);
  return (
    <div className="grid justify-items-start gap-3">
      {session.state !== 'connected' && (
        <>
          <p>Connect the wallet that paid.</p>
          {connect}
        </>
      )}
      {isOther && (
        <div role="status" className="grid justify-items-start gap-2">
          <p>
            <strong>This is another wallet.</strong> {session.wallet.name} is connected as{' '}
            <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>, which did not pay for
            this. In {session.wallet.name}, switch to the account that paid, or connect another wallet.
          </p>
          <Button look="outline" onClick={() => void disconnectWallet()}>
            Disconnect this wallet
          </Button>
        </div>
      )}
      {session.state === 'connected' && !isOther && (
        <>
          <p>
            {session.wallet.name} is connected as{' '}
            <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>.
          </p>
          <Button
            look="gold"
            Icon={busy ? Spinner : PenLine}
            className="px-3!"
            aria-disabled={busy !== undefined}
            onClick={() => void proof.signWith(session.address)}
          >
            Sign with the wallet that paid
          </Button>
        </>
      )}
      <p aria-live="polite" className="font-bold empty:hidden">
        {busy && busyTexts[busy]}
      </p>
      {fault?.at === 'wallet' && <FailureNote {...fault.text} />}
    </div>
  );
}

/** Runs the steps from a wallet to its signed message: the pending one, and the last failure. */
function useProof({ step, keep, issue, onSigned }: ProofHandlers): Proof {
  const [busy, setBusy] = useState<Proof['busy']>();
  const [fault, setFault] = useState<Proof['fault']>();

  const attempt = async (at: SigningPlace, work: () => Promise<unknown>): Promise<void> => {
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      console.info('no signed message', error);
      setFault({ at, text: faultText(error) });
    } finally {
      setBusy(undefined);
    }
  };
  const newChallenge = async (wallet: string): Promise<Challenge> => {
    setBusy('issuing');
    const { proofId, message, expiresAt } = await issue(wallet);
    const challenge = { wallet, proofId, message, expiresAt };
    keep({ challenge });
    return challenge;
  };
  return {
    busy,
    fault,
    prepare: (wallet: string) => attempt('elsewhere', () => newChallenge(wallet)),
    signWith: (wallet: string) =>
      attempt('wallet', async () => {
        const { proofId, message } =
          usableChallenge(step, wallet, Date.now()) ?? (await newChallenge(wallet));
        setBusy('signing');
        const signature = await signMessage(message);
        onSigned({ proofId, signature });
      }),
  };
}

const ELSEWHERE = 'open “Sign somewhere else” below';
const SIGNATURE_BYTES = 64;

/** Has the connected wallet sign a text as UTF-8; returns the signature in base64. Throws a WalletFault. */
async function signMessage(text: string): Promise<string> {
  const wallet = connected()?.wallet;
  if (!wallet)
    throw new WalletFault({
      title: 'No wallet',
      message: 'No wallet is connected to this page.',
      advice: `Connect the wallet that paid, or ${ELSEWHERE}.`,
    });
  const { name, signMessage: sign } = wallet;
  // The wallet lacks the feature or signed other bytes.
  const cannotSign = new WalletFault({
    title: 'This wallet cannot sign messages',
    message: `${name} did not sign the message. Some wallets and hardware keys cannot.`,
    advice: `Connect the same account in another wallet, or ${ELSEWHERE}.`,
  });
  if (!sign) throw cannotSign;
  const message = new TextEncoder().encode(text);
  const { signature, signed } = await sign(message).catch((cause: unknown) => {
    throw new WalletFault(isRejection(cause) ? declined : failed(cause), { cause });
  });
  // Hardware keys put it into an envelope, in which it comes last; the server knows those.
  const last = signed.subarray(-message.length);
  const isAsAsked = last.length === message.length && last.every((byte, at) => byte === message[at]);
  if (!isAsAsked || signature.length !== SIGNATURE_BYTES) throw cannotSign;
  return btoa(String.fromCharCode(...signature));
}

const declined: FaultText = {
  title: 'Not signed',
  message: 'You declined in your wallet. Nothing was sent, and nothing is lost.',
  advice: 'Changed your mind? Press the button again.',
};

const failed = (cause: unknown): FaultText => ({
  title: 'The wallet failed',
  message: `Your wallet could not sign: ${errorText(cause, 'it gave no reason')}`,
  advice: `Unlock it and press the button again, or ${ELSEWHERE}.`,
});

/** Message for a signing failure: what went wrong, and what to do. */
function faultText(error: unknown): FaultText {
  if (error instanceof WalletFault) return error.text;
  const isNetwork = error instanceof ApiCallError && error.status === 0;
  return {
    title: 'No message to sign',
    message:
      error instanceof ApiCallError && !isNetwork ? error.message : 'The workshop could not be reached.',
    advice: isNetwork ? 'Check your connection and try again.' : 'Try again in a moment.',
  };
}
