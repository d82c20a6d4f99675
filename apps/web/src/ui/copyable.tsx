import { CopyButton } from './copy-button.tsx';

type CopyableProps = {
  text: string;
  /** Shortened text to display. */
  shown?: string;
  /** The button's name: `Copy reference`. */
  label: string;
  onCopied?: () => void;
};

/** A text with a button that copies it in full. */
export function Copyable({ text, shown, label, onCopied }: CopyableProps) {
  return (
    <div className="flex min-w-0 max-w-full items-center gap-2">
      <code
        className="grid min-h-12 min-w-0 content-center rounded-sm border border-parchment-400 bg-parchment-200 p-2 font-mono wrap-anywhere"
        title={text}
      >
        {shown ?? text}
      </code>
      <CopyButton text={text} label={label} {...(onCopied ? { onCopied } : {})} />
    </div>
  );
}
