import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/addresses.ts';
import { classes } from '../lib/classes.ts';
import type { ToastContent } from '../lib/toasts.ts';
import { Button } from './button.tsx';

const CONFIRMATION_MS = 2_000;

type CopyButtonProps = {
  text: string;
  /** What is copied, for the button's name: `Copy reference`. */
  label: string;
  isLabelShown?: boolean;
  /** The toast once it is copied. */
  said?: ToastContent;
};

/** Copies the text and shows a tick for two seconds. */
export function CopyButton({ text, label, isLabelShown = false, said }: CopyButtonProps) {
  const [copies, setCopies] = useState(0);
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    setConfirmed(true);
    const timer = setTimeout(() => setConfirmed(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    if (await copyText(text, said)) setCopies((count) => count + 1);
  };
  return (
    <Button
      look="outline"
      Icon={confirmed ? Check : Copy}
      {...(isLabelShown ? {} : { 'aria-label': label, title: label })}
      onClick={() => void copy()}
      className={classes('min-w-12 shrink-0', !isLabelShown && 'px-3')}
    >
      {isLabelShown && (confirmed ? 'Copied' : label)}
    </Button>
  );
}

type CopyableProps = Omit<CopyButtonProps, 'isLabelShown'> & {
  /** Shortened text to display. */
  shown?: string;
};

/** A text with a button that copies it in full. */
export function Copyable({ shown, ...copied }: CopyableProps) {
  return (
    <div className="flex min-w-0 max-w-full items-center gap-2">
      <code
        translate="no"
        className="grid min-h-12 min-w-0 content-center rounded-sm border border-parchment-400 bg-parchment-200 p-2 font-mono wrap-anywhere"
        title={copied.text}
      >
        {shown ?? copied.text}
      </code>
      <CopyButton {...copied} />
    </div>
  );
}
