import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { download } from '../../lib/download.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The code of a new appeal, to copy or save; it is shown only once. */
export function IssuedCode({ code, username }: { code: string; username: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = () => {
    const text = `Case code of the appeal about @${username}\n${code}\n\nEnter it at ${window.location.origin}/appeal\nAnyone with this code can read and write in the appeal.\n`;
    download(new File([text], `case-code-${username}.txt`, { type: 'text/plain' }));
  };
  return (
    <div className="grid gap-4">
      <h4 ref={title} tabIndex={-1} className="text-xl font-bold">
        Your appeal was received. This is your case code:
      </h4>
      <code className="figures rounded-sm border-2 border-gold-600 bg-parchment-100 p-4 font-mono text-lg wrap-anywhere">
        {code}
      </code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={code} label="Copy the code" isLabelShown />
        <Button look="outline" onClick={save}>
          <Download aria-hidden="true" className="size-5" />
          Save as a file
        </Button>
      </div>
      <p className="border-l-8 border-cranberry-600 bg-parchment-100 p-4">
        <strong>Keep it now.</strong> It is the only key to your appeal: it is shown once, cannot be sent
        again, and is gone when this tab is closed. Show it to no one; moderators never ask for it.
      </p>
      <Link to="/appeal" className={buttonClasses('gold', 'sm:justify-self-start')}>
        Go to your appeal
      </Link>
    </div>
  );
}
