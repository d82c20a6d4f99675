import knex from 'knex';
import { expect, it } from 'vitest';
import { nameQuery, runNamed } from './prepared.ts';

it('numbers parameters in order, repeats a number for the same name, and keeps casts', () => {
  const query = nameQuery('q', "select :facts::jsonb, :id, '1'::int where a = :id and :facts is not null");
  expect(query.text).toBe("select $1::jsonb, $2, '1'::int where a = $2 and $1 is not null");
  expect(query.places).toEqual(['facts', 'id']);
});

it('sends nothing when a value is missing', async () => {
  // Never connects: the call must fail before that.
  const db = knex({ client: 'pg' });
  await expect(runNamed(db, nameQuery('q', 'select :id, :more'), { id: 1 })).rejects.toThrow('q needs more');
});
