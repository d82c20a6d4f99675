import { useSyncExternalStore } from 'react';

/**
 * A value outside the component tree, with subscription. `initial` is also the value while prerendering and hydrating.
 */
export function createStore<T extends object>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(changes: Partial<T>): void {
      value = { ...value, ...changes };
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}

type Place = 'localStorage' | 'sessionStorage';

/** The stored value under `key`; undefined if absent, of another shape, or if storage is unavailable. */
export function readStored<T>(key: string, check: Check<T>, place: Place = 'localStorage'): T | undefined {
  try {
    return check.safeParse(JSON.parse(globalThis[place].getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Stores a value; `undefined` removes it. False, with nothing done, if storage is full or unavailable. */
export function writeStored(key: string, value: unknown, place: Place = 'localStorage'): boolean {
  try {
    if (value === undefined) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, JSON.stringify(value));
    return true;
  } catch (error) {
    console.warn(`${key} could not be kept`, error);
    return false;
  }
}

/** A store whose value the browser keeps; undefined while prerendering, and where nothing is kept. */
export function createKeptStore<T>(key: string, check: Check<T>, place?: Place) {
  const store = createStore<{ value: T | undefined }>({ value: undefined });
  if (!import.meta.env.SSR) store.set({ value: readStored(key, check, place) });
  return {
    get: () => store.get().value,
    use: () => store.use().value,
    /** Keeps a value; `undefined` removes it. Without storage, it lasts until the page is left. */
    set(value: T | undefined): void {
      store.set({ value });
      writeStored(key, value, place);
    },
  };
}

type Type = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** The subset of JSON Schema that describes API responses and stored values. */
export type Shape = {
  type?: Type | readonly Type[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  oneOf?: readonly Shape[];
  properties?: { readonly [name: string]: Shape };
  required?: readonly string[];
  items?: Shape;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

/** Whether `value` matches `shape`. Additional fields are allowed. */
export function fits(shape: Shape, value: unknown): boolean {
  const { anyOf, oneOf } = shape;
  return (
    (!('const' in shape) || value === shape.const) &&
    (!shape.enum || shape.enum.includes(value)) &&
    (!anyOf || anyOf.some((each) => fits(each, value))) &&
    (!oneOf || oneOf.some((each) => fits(each, value))) &&
    (!shape.type || [shape.type].flat().some((type) => checks[type](value, shape)))
  );
}

const checks: Record<Type, (value: unknown, shape: Shape) => boolean> = {
  object: (value, shape) => isObject(value) && hasFields(shape, value),
  array: (value, { maxItems, items = {} }) =>
    Array.isArray(value) && isWithin(value.length, 0, maxItems) && value.every((item) => fits(items, item)),
  string: (value, { minLength, maxLength, pattern }) =>
    typeof value === 'string' &&
    isWithin(value.length, minLength, maxLength) &&
    (!pattern || patternOf(pattern).test(value)),
  number: (value, { minimum, maximum }) =>
    Number.isFinite(value) && isWithin(Number(value), minimum, maximum),
  integer: (value, { minimum, maximum }) =>
    Number.isSafeInteger(value) && isWithin(Number(value), minimum, maximum),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const isWithin = (value: number, min = value, max = value): boolean => value >= min && value <= max;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasFields({ properties = {}, required = [] }: Shape, value: Record<string, unknown>): boolean {
  return Object.entries(properties).every(([name, shape]) => {
    const field = Object.hasOwn(value, name) ? value[name] : undefined;
    return field === undefined ? !required.includes(name) : fits(shape, field);
  });
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source);
  patterns.set(source, pattern);
  return pattern;
}

/** Checks whether a value is a `T`; compatible with a Zod schema. */
export type Check<T> = {
  safeParse(value: unknown): { success: boolean; data?: T | undefined; error?: Error | undefined };
};

/** The caller is responsible for `T` matching the shape. */
export function checkedBy<T>(shape: Shape): Check<T> {
  return {
    safeParse: (value) =>
      fits(shape, value)
        ? { success: true, data: value as T }
        : { success: false, error: new TypeError('it has another shape') },
  };
}
