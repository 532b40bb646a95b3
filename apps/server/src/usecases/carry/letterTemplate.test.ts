import { initialLetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { expect, it } from 'vitest';
import { letterTemplateSetting } from '../platform/settings.ts';
import { changedTexts, storedLetterTemplate, unprintableParts } from './letterTemplate.ts';

it('stores only the changed texts, so all others follow the defaults', () => {
  const saved = { ...initialLetterTemplate, contact: 'carry@firm.example', closing: '' };
  expect(changedTexts(initialLetterTemplate)).toEqual({});
  expect(changedTexts(saved)).toEqual({ contact: 'carry@firm.example', closing: '' });
  expect(storedLetterTemplate({ settings: { [letterTemplateSetting]: changedTexts(saved) } })).toEqual(saved);
});

it('refuses letters that no font has', async () => {
  expect(await unprintableParts({ ...initialLetterTemplate, contact: 'José, 王小明' })).toEqual([]);
  expect(await unprintableParts({ ...initialLetterTemplate, closing: 'Thank you 🎉' })).toMatchObject([
    { code: 'NOT_PRINTABLE', path: ['closing'], detail: expect.stringContaining('🎉') },
  ]);
});
