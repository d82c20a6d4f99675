import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast, showToast, TOAST_DURATION_MS } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('one toast at a time: a new one takes the place of the old', () => {
  const first = showToast({ title: 'Copied!' });
  const second = showToast({ title: 'Failed', variant: 'destructive' });
  expect(currentToast()).toEqual({ id: second, open: true, title: 'Failed', variant: 'destructive' });
  dismissToast(first);
  expect(currentToast()?.open).toBe(true);
});

test('a dismissed toast is forgotten after 1,000,000 ms, and no newer one with it', () => {
  expect(TOAST_DURATION_MS).toBe(5_000);
  const id = showToast({ title: 'Copied!' });
  dismissToast(id);
  vi.advanceTimersByTime(999_999);
  expect(currentToast()).toMatchObject({ id, open: false });
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeUndefined();

  dismissToast(showToast({ title: 'Copied!' }));
  const next = showToast({ title: 'Copied again!' });
  vi.advanceTimersByTime(1_000_000);
  expect(currentToast()?.id).toBe(next);
});
