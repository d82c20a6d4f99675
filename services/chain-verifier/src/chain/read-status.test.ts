import { describe, expect, it } from 'vitest';
import { RpcFault } from '../providers/rpc-fault.ts';
import { readStatuses } from './read-status.ts';

const status = {
  slot: 7,
  confirmations: null,
  err: null,
  status: { Ok: null },
  confirmationStatus: 'finalized',
};
const readStatus = (result: unknown) => {
  const [read] = readStatuses(result, { count: 1, provider: 'test' });
  if (!read || read instanceof RpcFault) throw read;
  return read;
};
const read = (value: unknown, context: unknown = { slot: 9, apiVersion: '4.0.0' }) =>
  readStatus({ context, value });
const landed = (changes: object) => read([{ ...status, ...changes }]).status;

describe('a status', () => {
  it('has slot, commitment and success, and the slot it was read at', () => {
    expect(read([status])).toEqual({ status: { slot: 7, commitment: 'finalized', success: true }, slot: 9 });
    expect(landed({ confirmationStatus: 'processed', confirmations: 0 })?.commitment).toBe('processed');
    expect(landed({ confirmationStatus: 'confirmed', confirmations: 3 })?.commitment).toBe('confirmed');
    expect(landed({ err: { InstructionError: [0, 'Custom'] } })?.success).toBe(false);
    expect(landed({ err: 'AccountInUse' })?.success).toBe(false);
    expect(landed({ slot: 0 })?.slot).toBe(0);
    expect(read([null])).toEqual({ status: null, slot: 9 });
  });

  it('that is malformed says nothing about the others of its answer', () => {
    const result = { context: { slot: 9 }, value: [status, 'finalized', null] };
    const [first, second, third] = readStatuses(result, { count: 3, provider: 'test' });
    expect(first).toMatchObject({ status: { slot: 7 } });
    expect(second).toMatchObject({ code: 'malformed_response' });
    expect(third).toEqual({ status: null, slot: 9 });
  });

  it('without its commitment is rooted where it has no confirmations to count', () => {
    expect(landed({ confirmationStatus: undefined })?.commitment).toBe('finalized');
    expect(landed({ confirmationStatus: undefined, confirmations: 31 })?.commitment).toBe('processed');
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => readStatus(null)],
    ['text', () => readStatus('finalized')],
    ['a list', () => readStatus([])],
    ['no context', () => readStatus({ value: [status] })],
    ['a context without a slot', () => read([status], {})],
    ['no values', () => readStatus({ context: { slot: 9 } })],
    ['no status', () => read([])],
    ['two statuses', () => read([status, status])],
    ['text for a status', () => read(['finalized'])],
    ['undefined for a status', () => read([undefined])],
    ['no slot', () => landed({ slot: undefined })],
    ['a slot that is none', () => landed({ slot: -1 })],
    ['half a slot', () => landed({ slot: 7.5 })],
    ['no outcome', () => landed({ err: undefined })],
    ['an outcome of true', () => landed({ err: true })],
    ['no confirmations', () => landed({ confirmations: undefined })],
    ['confirmations in words', () => landed({ confirmations: 'max' })],
    ['an unknown commitment', () => landed({ confirmationStatus: 'certain' })],
    ['a commitment of null', () => landed({ confirmationStatus: null })],
  ])('that is %s is malformed', (_what, asked) => {
    expect(asked).toThrow(expect.objectContaining({ code: 'malformed_response' }));
  });
});
