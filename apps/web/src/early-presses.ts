/**
 * A prerendered page is visible before it is hydrated. Clicks, submits, typed text, choices, pasted and dropped files in
 * between are queued here and replayed after hydration. Links navigate natively and need no replay, except those that
 * act within the page (`data-opens-here`). This script has no imports, so that it runs long before the app.
 */
type QueuedInput =
  | { press: HTMLElement; label: string }
  | { field: HTMLInputElement; text: string }
  | FileEvent;
/** Pasted or dropped files. */
type FileEvent = { type: 'paste' | 'drop'; files: readonly File[] };

const page = document.documentElement;
const queue = new Map<unknown, QueuedInput>();

const PRESSABLE = 'button:not([type=submit]), a[data-opens-here]';

/** A pointer that moves further, in CSS pixels, does not press. */
const PRESS_TOLERANCE_PX = 5;

const labelOf = (element: HTMLElement) => element.ariaLabel ?? element.textContent;

const listeners: { [name: string]: (event: Event) => void } = {
  pointerdown: (event) => event instanceof PointerEvent && trackPress(event),
  click(event) {
    const { target } = event;
    // The layout hydrates before the page: it must not handle a click that will be replayed, nor navigate client-side
    // while the page is hydrating.
    event.stopPropagation();
    const press = target instanceof Element && target.closest<HTMLElement>(PRESSABLE);
    if (press instanceof HTMLAnchorElement) event.preventDefault();
    // Repeated clicks on an unresponsive button count once.
    if (press) queue.set(press, { press, label: labelOf(press) });
  },
  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    if (event.target instanceof HTMLFormElement) queue.set(event.target, { press: event.target, label: '' });
  },
  input({ target }) {
    if (target instanceof HTMLInputElement) queue.set(target, { field: target, text: target.value });
  },
  paste: (event) => queueFiles('paste', event, event instanceof ClipboardEvent ? event.clipboardData : null),
  drop: (event) => queueFiles('drop', event, event instanceof DragEvent ? event.dataTransfer : null),
  // Otherwise the browser would navigate to the dropped file.
  dragover: (event) => event.preventDefault(),
};

/**
 * Presses the element that was under the pointer on pointerdown, even if it has moved by pointerup: during hydration
 * lists arrive and shift input is below them.
 */
function trackPress({ target, clientX, clientY }: PointerEvent): void {
  const held = target instanceof Element && target.closest<HTMLElement>('a[href], button');
  if (!held) return;
  const label = labelOf(held);
  const pressHeld = (up: MouseEvent) => {
    const isPress = Math.hypot(up.clientX - clientX, up.clientY - clientY) < PRESS_TOLERANCE_PX;
    if (!isPress || !(up.target instanceof Node) || held.contains(up.target)) return;
    up.stopPropagation();
    press(held, label);
  };
  document.addEventListener('click', pressHeld, { capture: true, once: true });
}

function queueFiles(type: FileEvent['type'], event: Event, data: DataTransfer | null): void {
  const files = [...(data?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  queue.set('files', { type, files });
}

function replay(input: QueuedInput): void {
  if ('files' in input) dispatchFiles(input);
  else if ('field' in input) retype(input.field, input.text);
  else press(input.press, input.label);
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

function dispatchFiles({ type, files }: FileEvent): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  const how = { bubbles: true, cancelable: true };
  document.body.dispatchEvent(
    type === 'paste'
      ? new ClipboardEvent('paste', { ...how, clipboardData: data })
      : new DragEvent('drop', { ...how, dataTransfer: data }),
  );
}

/** Replays the queue in order, so that a form is submitted after its text was typed. */
async function replayAll(): Promise<void> {
  for (const [name, listener] of Object.entries(listeners))
    document.removeEventListener(name, listener, true);
  for (const input of queue.values()) {
    replay(input);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

if (page.dataset.alive === undefined) {
  page.dataset.alive = 'soon';
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
  document.addEventListener('alive', () => void replayAll(), { once: true });
}
