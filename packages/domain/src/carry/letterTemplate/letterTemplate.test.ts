import { describe, expect, it } from 'vitest';
import { initialLetterTemplate, letterTemplateFailures, mergedText } from './index.ts';

describe('the text of a letter', () => {
  const values = { net: 'USD 1,000.00', paymentDate: 'November 28, 2026', distribution: 'Q3 2026' };

  it('names the account if one is stored, and leaves out the text about it otherwise', () => {
    const text = initialLetterTemplate.distribution;
    expect(mergedText(text, { ...values, account: '4711' })).toContain(
      'payable to you on November 28, 2026, to your account ending in 4711. It is',
    );
    expect(mergedText(text, { ...values, account: null })).toContain('payable to you on November 28, 2026. It is');
  });

  it('never treats a value as a field or a bracket', () => {
    expect(mergedText('Dear {name}[ of {firm}],', { name: '{net} [x]', firm: '{net}', net: '1' })).toBe(
      'Dear {net} [x] of {net},',
    );
  });
});

describe('a template', () => {
  it('is valid by default', () => {
    expect(letterTemplateFailures(initialLetterTemplate)).toEqual([]);
  });

  it.each([
    ['Dear {fristName},', 'UNKNOWN_MERGE_FIELD'],
    ['Dear [{firstName},', 'BRACKET_OPEN'],
    ['Dear {firstName,', 'BRACKET_OPEN'],
    ['Dear {firstName}[, hello],', 'BRACKET_WITHOUT_FIELD'],
    [' ', 'REQUIRED'],
  ])('is refused with %s', (salutation, code) => {
    expect(letterTemplateFailures({ ...initialLetterTemplate, salutation }).map((failure) => failure.code)).toEqual([
      code,
    ]);
  });
});
