import { expect, it } from 'vitest';
import { maskValue } from './maskValue.ts';

it('prints the end of an account number and a digest of a personal field, and everything else unchanged', () => {
  expect(maskValue('account_number', '0001234711')).toBe('…4711');
  const columns = ['first_name', 'email', 'login', 'telephone', 'holder_name', 'home_address_line1'];
  const typed = [
    'reason',
    'termination_reason',
    'comments',
    'approval_comments',
    'note_text',
    'answer',
    'explanation',
    'detail',
  ];
  for (const column of [...columns, ...typed])
    expect(maskValue(column, 'Mallory'), column).toMatch(/^sha256 [0-9a-f]{12}$/);
  expect(maskValue('email', 'a@example.com')).not.toBe(maskValue('email', 'b@example.com'));
  for (const column of ['amount', 'status', 'name', 'address_country_id'])
    expect(maskValue(column, '12'), column).toBe('12');
});
