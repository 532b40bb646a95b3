import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineFields } from './fields.ts';
import { decimal, figure, inputOf, resultOf } from './schema.ts';

const refusals = (given: {
  readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
}) => given.error?.issues.map(({ message }) => message) ?? [];
const tooLarge = ['is too large: an amount has at most 13 digits before the point'];

it('takes money of 13 digits before the point and no more, in whatever body it comes; what is added up of it may have more', () => {
  const fields = defineFields({ raised: { kind: 'money', title: 'Raised' } });
  expect(refusals(inputOf(fields).safeParse({ raised: '9999999999999.99' }))).toEqual([]);
  expect(refusals(inputOf(fields).safeParse({ raised: '99999999999999999999.99' }))).toEqual(tooLarge);
  expect(refusals(decimal('money', { negative: true }).safeParse('-10000000000000'))).toEqual(tooLarge);
  expect(refusals(decimal('rate').safeParse('10000000000000'))).toEqual([]);
  expect(refusals(resultOf(fields).safeParse({ raised: '99999999999999.99' }))).toEqual([]);
  expect(refusals(figure('money').safeParse('-99999999999999.99'))).toEqual([]);
});

it('says of a number out of its limits which limit that is, in words that follow the name of the field', () => {
  const count = defineFields({ employees: { kind: 'count', title: 'Employees' } });
  expect(refusals(inputOf(count).safeParse({ employees: 1_000_000_001 }))).toEqual(['is more than 1,000,000,000']);
  expect(refusals(inputOf(count).safeParse({ employees: -1 }))).toEqual(['is less than 0']);
  expect(refusals(z.int().min(1).max(12_000).safeParse(0))).toEqual(['is less than 1']);
  expect(refusals(z.string().max(3).safeParse('abcd'))).toEqual(['is longer than 3 characters']);
  expect(refusals(z.array(z.string()).max(1).safeParse(['a', 'b']))).toEqual(['has more entries than 1']);
});
