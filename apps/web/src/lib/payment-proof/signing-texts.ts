import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { SigningFault, type SigningFaultFacts } from '../wallet/sign-message.ts';

export type FaultText = { title: string; message: string; advice: string };

const ELSEWHERE = 'open “Sign somewhere else” below';

function textOf(facts: SigningFaultFacts): FaultText {
  switch (facts.code) {
    case 'not-connected':
      return {
        title: 'No wallet',
        message: 'No wallet is connected to this page.',
        advice: `Connect the wallet that paid, or ${ELSEWHERE}.`,
      };
    case 'rejected':
      return {
        title: 'Not signed',
        message: 'You declined in your wallet. Nothing was sent, and nothing is lost.',
        advice: 'Changed your mind? Press the button again.',
      };
    case 'cannot-sign':
      return {
        title: 'This wallet cannot sign messages',
        message: `${facts.name} did not sign the message as it stands. Some wallets and hardware keys cannot.`,
        advice: `Connect the same account in another wallet, or ${ELSEWHERE}.`,
      };
    case 'wallet-failed':
      return {
        title: 'The wallet failed',
        message: `Your wallet could not sign: ${facts.detail}`,
        advice: `Unlock it and press the button again, or ${ELSEWHERE}.`,
      };
  }
}

/** Message for a signing failure: what went wrong, and what to do. */
export function faultText(error: unknown): FaultText {
  if (error instanceof SigningFault) return textOf(error.facts);
  const isNetwork = error instanceof ApiCallError && error.status === 0;
  return {
    title: 'No message to sign',
    message:
      error instanceof ApiCallError && !isNetwork ? error.message : 'The workshop could not be reached.',
    advice: isNetwork ? 'Check your connection and try again.' : 'Try again in a moment.',
  };
}
