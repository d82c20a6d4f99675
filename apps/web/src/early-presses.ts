/**
 * A prerendered page is visible before it is hydrated. Clicks, submits, typed text and choices in between are queued
 * here and replayed after hydration. Links navigate natively and need no replay, except those that act within the page
 * (`data-opens-here`). This script has no imports, so that it runs long before the app.
 */
type QueuedInput = { press: HTMLElement; label: string } | { field: HTMLInputElement; text: string };

const page = document.documentElement;
const queue = new Map<unknown, QueuedInput>();

const PRESSABLE = 'button:not([type=submit]), a[data-opens-here]';

const labelOf = (element: HTMLElement) => element.ariaLabel ?? element.textContent;

const listeners: { [name: string]: (event: Event) => void } = {
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
};

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

/** Replays the queue in order, so that a form is submitted after its text was typed. */
async function replayAll(): Promise<void> {
  for (const [name, listener] of Object.entries(listeners))
    document.removeEventListener(name, listener, true);
  for (const input of queue.values()) {
    if ('field' in input) retype(input.field, input.text);
    else press(input.press, input.label);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

if (page.dataset.alive === undefined) {
  page.dataset.alive = 'soon';
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
  document.addEventListener('alive', () => void replayAll(), { once: true });
}
