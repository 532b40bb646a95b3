import { expect, it } from 'vitest';
import { decimal } from '../../kernel/index.ts';
import { createWarning } from '../run/index.ts';
import { acknowledge } from './acknowledgments.ts';
import { listedWarnings } from './listedWarnings.ts';

const warning = (message: string, more: { acknowledgment?: string; location?: object } = {}) => ({
  message,
  acknowledgment: more.acknowledgment ?? null,
  location: more.location ?? null,
});

it('lists a warning once, and not at all if it is an item to fix', () => {
  const all = [warning('Net below zero.'), warning('Not the default.'), warning('Not the default.')];
  expect(listedWarnings(all, [{ message: 'Net below zero.' }])).toEqual([warning('Not the default.')]);
});

it('keeps warnings with the same text about different cells or amounts, because each is acknowledged by itself', () => {
  const all = [
    warning('Ann left.', { acknowledgment: 'a' }),
    warning('Ann left.', { acknowledgment: 'b' }),
    warning('Raises the net.', { location: { participantId: 'ann' } }),
    warning('Raises the net.', { location: { participantId: 'other ann' } }),
  ];
  expect(listedWarnings(all, [{ message: 'Ann left.' }])).toEqual(all);
});

it('says that the warnings have changed if somebody acknowledges one that no longer exists', () => {
  const current = [
    createWarning('PAID_ABOVE_ACCRUED', ['sources', 0, 'accrued'], 'Fund I pays 5.00 too much.', '5.00'),
  ];
  const missing = (acknowledged: readonly string[]) =>
    acknowledge(current, acknowledged, decimal('0'), 'submit').missing.map(({ detail }) => detail);
  expect(missing([])).toEqual(['Fund I pays 5.00 too much. Acknowledge this before you submit.']);
  expect(missing(['PAID_ABOVE_ACCRUED.sources.0.accrued.4.00'])).toEqual([
    'Fund I pays 5.00 too much. The warnings have changed since you opened this distribution. Reload it and acknowledge them again.',
  ]);
  expect(missing(['PAID_ABOVE_ACCRUED.sources.0.accrued.5.00'])).toEqual([]);
});
