import { expect, it } from 'vitest';
import { warningCauses } from './warningCauses.ts';

const terminated = (message: string) => ({ code: 'TERMINATED_NOT_FULLY_VESTED', message });
const other = { code: 'NOT_PRINTABLE', message: 'A letter can’t be printed.' };

it('groups many warnings of one cause, by person', () => {
  const warnings = [
    terminated('Bo left. Fund I'),
    other,
    terminated('Al left. Fund I'),
    terminated('Bo left. Fund II'),
  ];
  expect(warningCauses(warnings)).toEqual([
    {
      title: 'Payments to people who left before they were fully vested (3)',
      warnings: [terminated('Al left. Fund I'), terminated('Bo left. Fund I'), terminated('Bo left. Fund II')],
    },
    { title: undefined, warnings: [other] },
  ]);
});

it('lists two warnings of a cause as they are', () => {
  const warnings = [terminated('Bo left.'), terminated('Al left.')];
  expect(warningCauses(warnings)).toEqual([{ title: undefined, warnings }]);
});
