import { expect, it } from 'vitest';
import { problemText } from './problemText.ts';

it('names the row of a cell once', () => {
  expect(problemText('Maeve Lind', 'Loan', 'is more than the gross')).toBe('Maeve Lind, Loan: is more than the gross');
  expect(problemText('Fund I', 'Source', 'Source Fund I has no characterizations.')).toBe(
    'Source Fund I has no characterizations.',
  );
  const ofPart = 'Source Fund I: Helios has no characterizations.';
  expect(problemText('Helios (Fund I)', 'Source', ofPart)).toBe(ofPart);
});

it('names the column of a cell once', () =>
  expect(problemText('Maeve Lind', 'Loan', 'Loan is not a number')).toBe('Maeve Lind: Loan is not a number'));
