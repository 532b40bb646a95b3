import { expect, it } from 'vitest';
import { brokenPageText, errorDetails } from './brokenPageText.ts';

it('keeps the technical message out of the sentence', () => {
  const reason = "Cannot read properties of undefined (reading 'pane')";
  expect(errorDetails(new Error(` ${reason} `))).toBe(reason);
  expect(brokenPageText).not.toContain('undefined');
  for (const nothing of [undefined, new Error('')]) expect(errorDetails(nothing)).toBeUndefined();
});
