import Loader from 'lucide-react/icons/loader';
import type { ButtonHTMLAttributes, ComponentProps, ComponentType } from 'react';
import { classes } from '../lib/classes.ts';

type Look = 'gold' | 'cranberry' | 'pine' | 'ink' | 'outline' | 'quiet';

const looks: Record<Look, string> = {
  gold: 'bg-gold-400 text-ink-900 border-gold-600 hover:bg-gold-300',
  cranberry: 'bg-cranberry-600 text-snow border-cranberry-900 hover:bg-cranberry-700',
  pine: 'bg-pine-700 text-snow border-pine-900 hover:bg-pine-500',
  ink: 'bg-ink-900 text-parchment-100 border-ink-900 hover:bg-ink-700',
  outline: 'border-current hover:bg-current/10',
  quiet: 'border-transparent underline decoration-2 underline-offset-4 hover:decoration-4',
};

/** The classes of a button, for links styled as one. */
export function buttonClasses(look: Look, extra?: string): string {
  return classes(
    'inline-flex min-h-12 items-center justify-center gap-2 rounded-sm border py-2 font-bold transition-colors duration-150',
    'disabled:opacity-60 aria-disabled:opacity-60',
    // Without a ground to pad, its text stands in line with what is above.
    look !== 'quiet' && 'px-5',
    looks[look],
    extra,
  );
}

type IconType = ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;

/** In place of a button's icon while its work is done. */
export const Spinner: IconType = ({ className, ...rest }) => (
  <Loader {...rest} className={classes(className, 'motion-safe:animate-spin')} />
);

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look: Look;
  Icon?: IconType | undefined;
  /** While its work is done, as `aria-disabled`: it keeps the focus, which one that is disabled loses, and does nothing. */
  isBusy?: boolean;
};

export function Button(props: ButtonProps) {
  const { look, Icon, className, type = 'button', isBusy, onClick, children, ...rest } = props;
  const { 'aria-disabled': isOff = isBusy } = rest;
  return (
    <button
      type={type}
      className={buttonClasses(look, className)}
      {...rest}
      aria-disabled={isOff}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
      {/* A browser that translates replaces texts: React finds the place of a new icon only before an element. */}
      <span className="contents">{children}</span>
    </button>
  );
}

type ButtonLinkProps = ComponentProps<'a'> & {
  look: Look;
  Icon?: IconType;
};

/** A link to another site in the style of a button; opens in a new tab. */
export function ButtonLink({ look, Icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...rest} className={buttonClasses(look, className)}>
      {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
      {children}
    </a>
  );
}
