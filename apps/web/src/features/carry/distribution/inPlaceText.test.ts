import { expect, it } from 'vitest';
import { inPlaceText } from './inPlaceText.ts';

const approval = (id: string, substitute: string | null, isRequested = true) => ({
  approver: { id, name: `${id} King` },
  substitute: substitute === null ? null : { id: substitute, name: substitute },
  isRequested,
});

it('names the approver in whose place a substitute decides', () => {
  expect(inPlaceText([approval('ann', null), approval('bob', 'sue')], 'sue')).toBe(' You decide in place of bob King.');
  expect(inPlaceText([approval('ann', 'sue', false), approval('bob', 'sue')], 'sue')).toContain('bob');
  expect(inPlaceText([approval('ann', null), approval('bob', 'ann')], 'ann'), 'an approver').toBe('');
  expect(inPlaceText([approval('ann', null)], undefined)).toBe('');
});
