/**
 * A prerendered page is visible before it is interactive. Clicks, submits, typed text, choices, pasted and dropped
 * files in between are queued here and replayed after hydration. A separate script without imports, available long
 * before the app. Links need no replay, since they navigate natively, except those that act within the page
 * (`data-opens-here`).
 */
type Kept = { press: HTMLElement; label: string } | { field: HTMLInputElement; text: string } | FileEvent;
/** Pasted or dropped files. */
type FileEvent = { type: 'paste' | 'drop'; files: readonly File[] };

const page = document.documentElement;
const kept = new Map<unknown, Kept>();

const PRESSABLE = 'button:not([type=submit]), a[data-opens-here]';

/** Beyond this movement, in CSS pixels, a touch is not a press. */
const STEADY_PX = 5;

const labelOf = (element: HTMLElement) => element.ariaLabel ?? element.textContent;

const listeners: { [name: string]: (event: Event) => void } = {
  pointerdown: (event) => event instanceof PointerEvent && trackPress(event),
  click(event) {
    const { target } = event;
    // The layout hydrates before the page. It must neither handle the event twice nor navigate client-side within a
    // page that is still hydrating: links navigate natively.
    event.stopPropagation();
    const press = target instanceof Element && target.closest<HTMLElement>(PRESSABLE);
    if (press instanceof HTMLAnchorElement) event.preventDefault();
    // Repeated clicks on an unresponsive button count once.
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
  paste: (event) => keepFiles('paste', event, event instanceof ClipboardEvent ? event.clipboardData : null),
  drop: (event) => keepFiles('drop', event, event instanceof DragEvent ? event.dataTransfer : null),
  // Otherwise the browser would navigate to the dropped file.
  dragover: (event) => event.preventDefault(),
};

/**
 * Presses the element that was under the pointer on pointerdown, even if it has moved by pointerup: during hydration
 * lists arrive and shift what is below them.
 */
function trackPress({ target, clientX, clientY }: PointerEvent): void {
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

function keepFiles(type: FileEvent['type'], event: Event, data: DataTransfer | null): void {
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
  // A page with a query is rendered anew on the client, so the same control is a different element.
  const same = [...document.querySelectorAll<HTMLElement>(PRESSABLE)].find(
    (button) => labelOf(button) === label,
  );
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else (element.isConnected ? element : same)?.click();
}

/**
 * React tracks a field's last value and only reacts to a different one. File inputs keep their files and cannot be set.
 */
function retype(field: HTMLInputElement, text: string): void {
  if (field.type === 'file') {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  if (field.type === 'radio') {
    field.checked = false;
    field.click();
    return;
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function handOver({ type, files }: FileEvent): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  const how = { bubbles: true, cancelable: true };
  document.body.dispatchEvent(
    type === 'paste'
      ? new ClipboardEvent('paste', { ...how, clipboardData: data })
      : new DragEvent('drop', { ...how, dataTransfer: data }),
  );
}

/** Sequential: a form is submitted after its typed text was applied. */
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
