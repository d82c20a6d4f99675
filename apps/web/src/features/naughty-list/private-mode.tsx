import { checkedBy, createStore, readStored, writeStored } from '../../lib/store.ts';

const KEY = 'naughty-list.private';

/** Whether look-ups hide the name from the server; persisted. Off in a prerendered page. */
export const privateMode = createStore({ isOn: false });
if (!import.meta.env.SSR && readStored(KEY, checkedBy<true>({ const: true })))
  privateMode.set({ isOn: true });

export function PrivateToggle({ onToggle }: { onToggle: () => void }) {
  const { isOn } = privateMode.use();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => {
        privateMode.set({ isOn: !isOn });
        writeStored(KEY, !isOn || undefined);
        onToggle();
      }}
      className="mt-1 flex min-h-11 items-center gap-2 text-left noscript:hidden"
    >
      <span aria-hidden="true" className={`size-5 shrink-0 border-2 ${isOn ? 'bg-cranberry-700' : ''}`} />
      Private check: the name never leaves your browser
    </button>
  );
}
