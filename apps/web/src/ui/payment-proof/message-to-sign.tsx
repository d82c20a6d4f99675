import { signCommand } from '../../lib/payment-proof/challenge.ts';
import type { Challenge } from '../../lib/payment-proof/proof-step.ts';
import { CopyButton } from '../copy-button.tsx';

/** The message and the signing command with copy buttons, and the expiry, if it has one. */
export function MessageToSign({ challenge }: { challenge: Challenge }) {
  const { message, expiresAt } = challenge;
  return (
    <div className="grid gap-4">
      <Block label="The message" copyLabel="Copy message" text={message} />
      <Block label="Or run this command" copyLabel="Copy command" text={signCommand(message)} />
      {expiresAt && (
        <p className="text-ink-700">
          Sign it before{' '}
          <time dateTime={expiresAt} className="figures font-bold">
            {new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
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
      <pre className="min-w-0 rounded-sm border border-parchment-400 bg-parchment-200 p-3 font-mono whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </figure>
  );
}
