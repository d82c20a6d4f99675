import * as retention from '@naughty-list/contracts/retention';
import { expect, it } from 'vitest';
import { privacySections } from './privacy.ts';

const text = privacySections.flatMap(({ texts, points = [] }) => [...texts, ...points]).join('\n');

it('says how long each kind of data is kept that has a period of its own', () => {
  const { RefusedClaimRetentionDays, ...periods } = retention;
  expect(Object.keys(periods).length).toBeGreaterThan(2);
  for (const [name, length] of Object.entries(periods))
    expect(text, name).toContain(`${length} ${name.endsWith('_MONTHS') ? 'months' : 'days'}`);
  expect(text).toContain(`after ${RefusedClaimRetentionDays.parse(undefined)} days`);
});

it('says that visits are kept until their whole month is old enough', () => {
  expect(text).toContain('90 days after the end of their month');
});
