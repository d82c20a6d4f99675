/**
 * A written page is seen before it listens. What is pressed, sent, typed, pasted or dropped in between is kept here and done
 * as soon as the page is alive. A script of its own, without imports, which is there long before the app. Links need none of
 * it: they lead somewhere by themselves, but for those that open something in the page when it listens (`data-opens-here`).
 */
type Kept = { press: HTMLElement; label: string } | { field: HTMLInputElement; text: string } | Handed;
/** Files that were pasted or dropped. */
type Handed = { type: 'paste' | 'drop'; files: readonly File[] };

const page = document.documentElement;
const kept = new Map<unknown, Kept>();

const PRESSABLE = 'button:not([type=submit]), a[data-opens-here]';

/** Further than this a finger has moved, and means no press, in CSS pixels. */
const STEADY_PX = 5;

const labelOf = (element: HTMLElement) => element.ariaLabel ?? element.textContent;

const listeners: { [name: string]: (event: Event) => void } = {
  pointerdown: (event) => event instanceof PointerEvent && holdOn(event),
  click(event) {
    const { target } = event;
    // What is around the page listens before the page does. It must not act twice, nor lead on within a page that is being
    // taken over: a link leads on by itself.
    event.stopPropagation();
    const press = target instanceof Element && target.closest<HTMLElement>(PRESSABLE);
    if (press instanceof HTMLAnchorElement) event.preventDefault();
    // Whoever presses a silent button again means it once.
    if (press) kept.set(press, { press, label: labelOf(press) });
  },
  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    if (event.target instanceof HTMLFormElement) kept.set(event.target, { press: event.target, label: '' });
  },
  input({ target }) {
    if (target instanceof HTMLInputElement) kept.set(target, { field: target, text: target.value });
  },
  paste: (event) => hand('paste', event, event instanceof ClipboardEvent ? event.clipboardData : null),
  drop: (event) => hand('drop', event, event instanceof DragEvent ? event.dataTransfer : null),
  // Without this a browser would leave the page for the file.
  dragover: (event) => event.preventDefault(),
};

/**
 * What was under the finger when it went down is pressed, though it is elsewhere when the finger goes up: while a page is taken
 * over its lists arrive, and what is below them moves.
 */
function holdOn({ target, clientX, clientY }: PointerEvent): void {
  const held = target instanceof Element && target.closest<HTMLElement>('a[href], button');
  if (!held) return;
  const label = labelOf(held);
  const follow = (up: MouseEvent) => {
    const isSteady = Math.hypot(up.clientX - clientX, up.clientY - clientY) < STEADY_PX;
    if (!isSteady || !(up.target instanceof Node) || held.contains(up.target)) return;
    up.stopPropagation();
    press(held, label);
  };
  document.addEventListener('click', follow, { capture: true, once: true });
}

function hand(type: Handed['type'], event: Event, data: DataTransfer | null): void {
  const files = [...(data?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  kept.set('files', { type, files });
}

function redo(what: Kept): void {
  if ('files' in what) handOver(what);
  else if ('field' in what) retype(what.field, what.text);
  else press(what.press, what.label);
}

function press(element: HTMLElement, label: string): void {
  // A page with a query in its address is drawn anew: the same button or link is another element then.
  const same = [...document.querySelectorAll<HTMLElement>(PRESSABLE)].find(
    (button) => labelOf(button) === label,
  );
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else (element.isConnected ? element : same)?.click();
}

/** React remembers what it has seen in a field, and takes up only what differs. Chosen files stay in theirs, and cannot be set. */
function retype(field: HTMLInputElement, text: string): void {
  if (field.type === 'file') {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function handOver({ type, files }: Handed): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  const how = { bubbles: true, cancelable: true };
  document.body.dispatchEvent(
    type === 'paste'
      ? new ClipboardEvent('paste', { ...how, clipboardData: data })
      : new DragEvent('drop', { ...how, dataTransfer: data }),
  );
}

/** One after the other: a form is sent when what was typed into it has been taken up. */
async function wakeUp(): Promise<void> {
  for (const [name, listener] of Object.entries(listeners))
    document.removeEventListener(name, listener, true);
  for (const what of kept.values()) {
    redo(what);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

if (page.dataset.alive === undefined) {
  page.dataset.alive = 'soon';
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
  document.addEventListener('alive', () => void wakeUp(), { once: true });
}
