/**
 * A prerendered page is visible before it is hydrated. Clicks, submits, typed text, choices and chosen files in
 * between are queued here and replayed after hydration. Links navigate natively and need no replay, except those that
 * act within the page (`data-opens-here`). This script has no imports, so that it runs long before the app.
 */
const page = document.documentElement;
/** What replays the input of an element. */
const queue = new Map<HTMLElement, () => void>();

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
    const pressed = target instanceof Element && target.closest<HTMLElement>(PRESSABLE);
    if (pressed instanceof HTMLAnchorElement) event.preventDefault();
    if (!pressed) return;
    const label = labelOf(pressed);
    // Repeated clicks on an unresponsive button count once.
    queue.set(pressed, () => press(pressed, label));
  },
  submit(event) {
    event.preventDefault();
    event.stopPropagation();
    const { target } = event;
    if (target instanceof HTMLFormElement) queue.set(target, () => target.requestSubmit());
  },
  input({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    const text = target.value;
    queue.set(target, () => retype(target, text));
  },
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

function press(element: HTMLElement, label: string): void {
  // A page with a query is rendered anew on the client, so the same control is a different element.
  const same = [...document.querySelectorAll<HTMLElement>(PRESSABLE)].find(
    (button) => labelOf(button) === label,
  );
  (element.isConnected ? element : same)?.click();
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

/** Replays the queue in order, so that a form is submitted after its text was typed. */
async function replayAll(): Promise<void> {
  for (const [name, listener] of Object.entries(listeners))
    document.removeEventListener(name, listener, true);
  for (const replay of queue.values()) {
    replay();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

if (page.dataset.alive === undefined) {
  page.dataset.alive = 'soon';
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
  document.addEventListener('alive', () => void replayAll(), { once: true });
}
