import { expect, it } from 'vitest';
import { memberRows } from './memberRows.ts';

const member = <E extends string | null>(participantId: string, effective: E) => ({
  participantId,
  name: participantId.toUpperCase(),
  type: 'Employee' as const,
  effective,
});

it('lists members who stayed, changed, left and joined', () => {
  const rows = memberRows({
    originalMembers: [member('a', '50'), member('b', '30'), member('c', '20')],
    currentMembers: [member('a', '50'), member('b', '25'), member('d', null)],
  });
  expect(rows.map(({ name, original, current, change }) => [name, original, current, change])).toEqual([
    ['A', '50', '50', null],
    ['B', '30', '25', 'Changed'],
    ['C', '20', null, 'Left'],
    ['D', null, null, 'Added'],
  ]);
});
