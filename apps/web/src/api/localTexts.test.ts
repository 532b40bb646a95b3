import { showFormats } from '@carrara/ui/value/personalFormats.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFailure } from './failure.ts';
import { localTexts } from './localTexts.ts';

beforeEach(() => showFormats({ dateFormat: 'DD/MM/YYYY', numberFormat: '1.234,56' }));
afterEach(() => showFormats());

it('formats the sentences of the server, and nothing that a person entered', () => {
  const text = 'USD 1,234.50 on 09/05/2026';
  const local = 'USD 1.234,50 on 05/09/2026';
  const answer = {
    notDetermined: [{ field: 'nav', code: 'NAV_MISSING', message: text }],
    warnings: [text],
    coverage: { excluded: [{ id: 'a', name: text, reason: text, lastDate: null }] },
    rows: [{ name: text, amount: '1234.50', date: '2026-09-05', reason: text }],
    statement: { rowVersion: 1, message: text, notes: text },
  };
  expect(localTexts(answer)).toEqual({
    ...answer,
    notDetermined: [{ field: 'nav', code: 'NAV_MISSING', message: local }],
    warnings: [local],
    coverage: { excluded: [{ id: 'a', name: text, reason: local, lastDate: null }] },
  });
});

it('formats the texts and names of a derivation, not its figures', () => {
  const node = { formula: 'x', text: 'of 09/05/2026', inputs: [], result: '1234.50', unit: 'money', source: 'x' };
  const inputs = [{ name: 'NAV 09/05/2026', value: '1234.50', unit: 'money' }];
  expect(localTexts({ ...node, inputs, children: [node] })).toEqual({
    ...node,
    text: 'of 05/09/2026',
    inputs: [{ name: 'NAV 05/09/2026', value: '1234.50', unit: 'money' }],
    children: [{ ...node, text: 'of 05/09/2026' }],
  });
});

it('formats a refusal once', async () => {
  const message = 'Choose 09/05/2026 or later.';
  const body = JSON.stringify({ Message: message, Errors: [{ Path: 'Date', Code: 'WRONG_STATE', Message: message }] });
  const failure = await readFailure(new Response(body, { status: 422 }));
  expect([failure.message, failure.errors[0]?.message]).toEqual(Array(2).fill('Choose 05/09/2026 or later.'));
});

it('leaves everything as it is in the default format', () => {
  showFormats();
  const answer = { warnings: ['1,234.50 on 09/05/2026'] };
  expect(localTexts(answer)).toBe(answer);
});
