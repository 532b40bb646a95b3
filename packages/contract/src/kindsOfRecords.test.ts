import { expect, it } from 'vitest';
import { allocationProfile, profileEntry } from './carry/allocation/allocationProfile.ts';
import { allocationRow } from './carry/allocation/allocationRows.ts';

it.each([
  [
    'the target of an allocation profile',
    'U-C-037',
    allocationProfile.shape.profileTarget,
    ['Fund Investment', 'Coinvestment Investment', 'Fund', 'Coinvestment', 'Vintage', 'Entity', 'Tranche'],
  ],
  ['who has an entry in it', 'U-C-038', profileEntry.shape.type, ['Employee', 'Trust', 'Entity']],
  [
    'the source of an allocation',
    'U-C-039',
    allocationRow.shape.sourceType,
    ['fund', 'coinvestment', 'investment', 'tranche', 'vintage'],
  ],
])('%s is called by one of its names and no other [%s]', (_label, _id, schema, names) => {
  for (const name of names) expect(schema.safeParse(name).success, name).toBe(true);
  expect(schema.options).toHaveLength(names.length);
  expect(schema.safeParse('Other').success).toBe(false);
});
