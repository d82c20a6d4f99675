import { CopyButton } from './copy-button.tsx';

type CopyableProps = {
  text: string;
  /** Shown in place of the text, shortened. */
  shown?: string;
  /** Names the button: `Copy reference`. */
  label: string;
  onCopied?: () => void;
};

/** A text to be taken elsewhere, and the button that copies the whole of it. */
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
