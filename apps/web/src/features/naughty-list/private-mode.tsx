import { checkedBy, createKeptStore } from '../../lib/store.ts';

/** Whether look-ups hide the name from the server; persisted. Off in a prerendered page. */
export const privateMode = createKeptStore('naughty-list.private', checkedBy<true>({ const: true }));

export function PrivateToggle({ onToggle }: { onToggle: () => void }) {
  const isOn = privateMode.use() ?? false;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => {
        privateMode.set(isOn ? undefined : true);
        onToggle();
      }}
      className="mt-1 flex min-h-11 items-center gap-2 text-left noscript:hidden"
    >
      <span aria-hidden="true" className={`size-5 shrink-0 border-2 ${isOn ? 'bg-cranberry-700' : ''}`} />
      Private check: the name never leaves your browser
    </button>
  );
}
