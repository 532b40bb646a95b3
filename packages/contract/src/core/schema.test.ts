import { initialLetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { distributionEndpoints } from '../carry/run/distribution.ts';
import { generateBody, saveDistributionBody } from '../carry/run/distributionRequest.ts';
import { ledgerRunEndpoints } from '../carry/run/ledgerRun.ts';
import { letterTemplateEndpoints } from '../carry/run/letterTemplate.ts';
import { uploadEndpoints } from '../platform/upload/upload.ts';
import { defineFields } from './fields.ts';
import {
  date,
  decimal,
  figure,
  buildInputSchema,
  letterheadAddress,
  requiredLongText,
  requiredText,
  resultSchema,
} from './schema.ts';

const refusals = (parsed: {
  readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
}) => parsed.error?.issues.map(({ message }) => message) ?? [];
const tooLarge = ['is too large. An amount can have at most 13 digits before the decimal point'];

it('accepts money with up to 13 digits before the point in any body; sums may have more', () => {
  const fields = defineFields({ raised: { kind: 'money', title: 'Raised' } });
  expect(refusals(buildInputSchema(fields).safeParse({ raised: '9999999999999.99' }))).toEqual([]);
  expect(refusals(buildInputSchema(fields).safeParse({ raised: '99999999999999999999.99' }))).toEqual(tooLarge);
  expect(refusals(decimal('money', { negative: true }).safeParse('-10000000000000'))).toEqual(tooLarge);
  expect(refusals(decimal('money').safeParse('1234567890123456789012345'))).toEqual(tooLarge);
  expect(refusals(decimal('rate').safeParse('10000000000000'))).toEqual([]);
  expect(refusals(resultSchema(fields).safeParse({ raised: '99999999999999.99' }))).toEqual([]);
  expect(refusals(figure('money').safeParse('-99999999999999.99'))).toEqual([]);
});

it('refuses invisible characters in names and texts, and line breaks except in long texts', () => {
  const fields = defineFields({
    name: { kind: 'text', title: 'Name', required: true },
    code: { kind: 'code', title: 'Code' },
    description: { kind: 'longText', title: 'Description' },
  });
  const refusalsWith = (more: object) => refusals(buildInputSchema(fields).safeParse({ name: 'Fund I', ...more }));
  expect(refusalsWith({ description: 'One\n\ttwo' })).toEqual([]);
  expect(refusalsWith({ name: 'Fund \u202eI', code: 'F\u0007', description: 'a\u2066b' })).toEqual([
    expect.stringContaining('has the invisible character U+202E'),
    expect.stringContaining('has the invisible character U+0007'),
    expect.stringContaining('has the invisible character U+2066'),
  ]);
  expect(refusalsWith({ name: 'Fund\nI' })).toEqual(['has a line break. Write it on one line']);
  expect(refusals(requiredText().safeParse('a\tb'))).toEqual(['has a tab. Use a space instead']);
  expect(refusals(requiredLongText().safeParse('a\tb'))).toEqual([]);
  const alone = 'has only invisible characters. Type it again';
  for (const name of ['\u200b\u200b', '\u200b \u200d', '\u3164', '\u00ad'])
    expect([refusalsWith({ name }), refusals(requiredText().safeParse(name))]).toEqual([[alone], [alone]]);
  expect(refusalsWith({ name: '\u062e\u200c\u0647', description: 'a\u200bb' })).toEqual([]);
  expect(refusalsWith({ name: 'Fund\u200b I', code: 'F\u00ad1' })).toEqual([
    'has the invisible character U+200B. Type it again without it',
    'has the invisible character U+00AD. Type it again without it',
  ]);
});

it('normalizes the letters of a name, so the same name cannot be stored twice', () => {
  const fields = defineFields({ name: { kind: 'text', title: 'Name', required: true } });
  expect(buildInputSchema(fields).parse({ name: 'Zoe\u0308' })).toEqual({ name: 'Zo\u00eb' });
  expect(requiredText().parse('Zoe\u0308')).toBe('Zo\u00eb');
  expect(requiredText().parse('Advisor,\u00a0immediate\u2003')).toBe('Advisor, immediate');
});

it("names the expected type of value, without the validator's wording", () => {
  const body = z.strictObject({ rows: z.array(z.strictObject({ name: z.string(), isOpen: z.boolean() })) });
  expect(refusals(body.safeParse([]))).toEqual(['is not an object']);
  expect(refusals(body.safeParse({ rows: {} }))).toEqual(['is not a list']);
  expect(refusals(body.safeParse({ rows: [{ name: 1, isOpen: 'yes' }] }))).toEqual([
    'must be a single text',
    'must be true or false',
  ]);
  expect(refusals(z.int().safeParse(1.5))).toEqual(['is not a whole number']);
  expect(refusals(z.coerce.number().int().safeParse('1.5'))).toEqual(['is not a whole number']);
  expect(refusals(z.date().safeParse('today'))).toEqual(['is not valid']);
  expect(refusals(z.enum(['pdf', 'docx']).safeParse('text'))).toEqual(['isn’t one of pdf, docx']);
});

it('reports null as required if a value is needed', () => {
  const body = z.strictObject({
    name: z.string(),
    count: z.int(),
    rows: z.array(z.string()),
    escrow: decimal('percent'),
  });
  expect(refusals(body.safeParse({ name: null, count: null, rows: null, escrow: null }))).toEqual(
    Array.from({ length: 4 }, () => 'is required'),
  );
});

it('distinguishes a date out of range from an invalid date', () => {
  for (const day of ['1900-01-01', '2024-02-29', '2199-12-31']) expect(refusals(date().safeParse(day))).toEqual([]);
  for (const text of ['2026-02-30', '2026-13-01', '06/30/2026', ''])
    expect(refusals(date().safeParse(text))).toEqual(['is not a calendar date (YYYY-MM-DD)']);
  expect(refusals(date().safeParse('1800-01-01'))).toEqual(['is outside the dates allowed, 01/01/1900 to 12/31/2199']);
});

it('refuses a comment of invisible characters with an action or an answer', () => {
  const bodies = [
    [distributionEndpoints.withdrawDistribution.body, { rowVersion: 1 }, 'comment'],
    [ledgerRunEndpoints.withdrawLedgerRun.body, { rowVersion: 1 }, 'comment'],
    [uploadEndpoints.undoUpload.body, {}, 'reason'],
    [
      distributionEndpoints.saveApproval.body,
      { distributionId: '00000000-0000-4000-8000-000000000001', rowVersion: 1, approvalDecision: 'REJ' },
      'approvalComments',
    ],
  ] as const;
  for (const [body, rest, field] of bodies) {
    expect(refusals(body.safeParse({ ...rest, [field]: 'Too high\nby 10%' }))).toEqual([]);
    expect(refusals(body.safeParse({ ...rest, [field]: '\u200b' }))).toEqual([
      'has only invisible characters. Type it again',
    ]);
  }
});

it('names the limit that a number exceeds, in words that follow the field name', () => {
  const count = defineFields({ employees: { kind: 'count', title: 'Employees' } });
  expect(refusals(buildInputSchema(count).safeParse({ employees: 1_000_000_001 }))).toEqual([
    'is more than 1,000,000,000',
  ]);
  expect(refusals(buildInputSchema(count).safeParse({ employees: -1 }))).toEqual(['is less than 0']);
  expect(refusals(z.int().min(1).max(12_000).safeParse(0))).toEqual(['is less than 1']);
  expect(refusals(z.string().max(3).safeParse('abcd'))).toEqual(['is longer than 3 characters']);
  expect(refusals(z.array(z.string()).max(1).safeParse(['a', 'b']))).toEqual(['can have at most 1 entry']);
  expect(refusals(z.array(z.string()).min(1).safeParse([]))).toEqual(['needs at least 1 entry']);
});

it('limits the escrow percentages of a run wherever they are entered', () => {
  const escrow = { distributionDate: '2026-06-30', distributionSources: [], defaultTerminatedEscrow: '0' };
  const refusalsWith = (defaultEscrow: string) => refusals(generateBody.safeParse({ ...escrow, defaultEscrow }));
  expect(refusalsWith('100')).toEqual([]);
  expect(refusalsWith('99999999999999999999')).toEqual(['is more than 100']);
  const saved = { ...escrow, name: 'Q3', defaultEscrow: '100.0000000001' };
  expect(refusals(saveDistributionBody.safeParse(saved))).toEqual(['is more than 100']);
});

it('reports only one error for an amount that is not a number', () => {
  expect(refusals(decimal('money').safeParse('12,500'))).toEqual([
    'is not a number with at most 2 decimals, zero or more',
  ]);
});

it('limits the address at the top of letters, so the text below fits', () => {
  const lines = (count: number, line = 'x') => Array.from({ length: count }, () => line).join('\n');
  expect(refusals(letterheadAddress(2000).safeParse(lines(10, 'x'.repeat(120))))).toEqual([]);
  expect(refusals(letterheadAddress(2000).safeParse(lines(300)))).toEqual(['has more than 10 lines']);
  expect(refusals(letterheadAddress(2000).safeParse('x'.repeat(121)))).toEqual([
    'has a line of more than 120 characters',
  ]);
  const saved = { rowVersion: 1, ...initialLetterTemplate, senderAddress: lines(300) };
  expect(refusals(letterTemplateEndpoints.saveLetterTemplate.body.safeParse(saved))).toEqual([
    'has more than 10 lines',
  ]);
});
