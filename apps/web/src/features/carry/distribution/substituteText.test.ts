import { expect, it } from 'vitest';
import { substituteText } from './substituteText.ts';

const approval = (id: string, substitute: string | null, isRequested = true) => ({
  approver: { id, name: `${id} King` },
  substitute: substitute === null ? null : { id: substitute, name: substitute },
  isRequested,
});

it('names the approver in whose place a substitute decides', () => {
  expect(substituteText([approval('ann', null), approval('bob', 'sue')], 'sue')).toBe(
    ' You decide in place of bob King.',
  );
  expect(substituteText([approval('ann', 'sue', false), approval('bob', 'sue')], 'sue')).toContain('bob');
  expect(substituteText([approval('ann', null), approval('bob', 'ann')], 'ann'), 'an approver').toBe('');
  expect(substituteText([approval('ann', null)], undefined)).toBe('');
});
