import fc from 'fast-check';

/** How a response gets damaged in transit: truncated, emptied, retyped, one character off, duplicated. */
export type Mutation = { place: number; damage: number; detail: number };

export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(100_000),
  damage: fc.nat(11),
  detail: fc.nat(100_000),
});

type Slot = { parent: Record<string, unknown> | unknown[]; name: string };

export function mutate(answer: unknown, mutations: readonly Mutation[]): unknown {
  const root = { answer: structuredClone(answer) };
  for (const { place, damage, detail } of mutations) {
    const slots = slotsOf(root);
    const slot = slots[place % slots.length];
    if (slot !== undefined) harm(slot, damage, detail);
  }
  return root.answer;
}

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Slot['parent'];
  return Object.keys(parent).flatMap((name) => [{ parent, name }, ...slotsOf(Reflect.get(parent, name))]);
}

const replacements: readonly unknown[] = [null, undefined, 0, -1, 1.5, '', {}, [], true];

function harm({ parent, name }: Slot, damage: number, detail: number): void {
  const value: unknown = Reflect.get(parent, name);
  if (damage <= 2) remove(parent, name);
  else if (damage <= 4) Reflect.set(parent, name, replacements[detail % replacements.length]);
  else if (Array.isArray(value) && value.length > 0) harmList(value, damage, detail);
  else if (typeof value === 'string') Reflect.set(parent, name, harmText(value, detail));
  else if (typeof value === 'number') Reflect.set(parent, name, value + (damage % 2 === 0 ? 1 : -1));
  else remove(parent, name);
}

function remove(parent: Slot['parent'], name: string): void {
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else Reflect.deleteProperty(parent, name);
}

function harmList(list: unknown[], damage: number, detail: number): void {
  const index = detail % list.length;
  if (damage % 3 === 0) list.push(structuredClone(list[index]));
  else if (damage % 3 === 1) list.splice(index, 1);
  else list.reverse();
}

function harmText(text: string, detail: number): string {
  const index = detail % Math.max(1, text.length);
  const other = text[index] === '2' ? '3' : '2';
  return detail % 4 === 0 ? text.slice(0, index) : text.slice(0, index) + other + text.slice(index + 1);
}
