import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { expect, it } from 'vitest';
import { isComplete, rowFields, rowToSend } from './formRows.ts';

const source = { id: '00000000-0000-7000-8000-000000000001', name: 'Fund I, L.P.' };

it('sends an amount without commas while it is being typed', () => {
  const row = { source, requestedAmount: '5,000' };
  expect(isComplete('RELEASE')(row)).toBe(true);
  expect(rowToSend('RELEASE')(row)).toEqual({ source: { id: source.id }, requestedAmount: '5000' });
  expect(rowToSend('RELEASE')({ source, requestedAmount: '' })).toEqual({ source: { id: source.id } });
});

it('uses the plain name of the amount', () => {
  expect(fieldError(rowFields['RELEASE']!['requestedAmount']!, '-5')).toBe('Amount can’t be negative');
});
