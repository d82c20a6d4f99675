import { formatTokens } from '@naughty-list/contracts/tokens';
import DoorOpen from 'lucide-react/icons/door-open';
import type { ReactNode } from 'react';
import { useTokenConfig } from '../../../lib/site-settings.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { openSociety } from './society.ts';

/** The membership section of the home page. */
export function JoinSection() {
  const { data: config } = useTokenConfig();
  const fee = formatTokens(config?.membershipFeeTokens ?? '750000');
  return (
    <section
      id="society"
      aria-labelledby="society-title"
      className="grid items-center gap-6 overflow-hidden rounded-lg border border-cranberry-500 bg-cranberry-900 p-6 md:grid-cols-[1fr_auto] md:gap-10 md:p-12"
    >
      <div className="grid gap-4">
        <h2 id="society-title" className="text-3xl text-snow">
          The Secret Sausage Society
        </h2>
        <p className="max-w-prose text-lg text-snow-dim">
          Behind the smokehouse is a door without a handle. Pay{' '}
          <strong className="figures whitespace-nowrap text-snow">{fee} LIST</strong> once, and it stays open
          to you for life: Santa's Alpha Group, a private chat by the fire where the bells ring first. Top
          hats are optional. Sausages are not.
        </p>
        <div>
          <JoinButton className={buttonClasses('gold')}>
            <DoorOpen aria-hidden="true" className="size-5 shrink-0" />
            Join the Secret Sausage Society
          </JoinButton>
        </div>
      </div>
      <img
        src="/art/helpers/helper-4-sausage.svg"
        alt=""
        width={512}
        height={512}
        loading="lazy"
        className="size-44 justify-self-center md:size-72"
      />
    </section>
  );
}

type JoinButtonProps = { className: string; onOpen?: () => void; children: ReactNode };

/** Opens the Secret Sausage Society modal. */
export function JoinButton({ className, onOpen, children }: JoinButtonProps) {
  const open = () => {
    onOpen?.();
    openSociety();
  };
  return (
    <button type="button" aria-haspopup="dialog" onClick={open} className={className}>
      {children}
    </button>
  );
}
