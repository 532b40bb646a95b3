import { expect, it } from 'vitest';
import { freeCode } from './index.ts';

it("creates a record with the sender's code, or one like it that nothing else has", () => {
  expect(freeCode('BELL', 'HAR', [null, 'HARBOR'])).toBe('BELL');
  expect(freeCode('BELL', 'HAR', ['bell'])).toBe('HAR-BELL');
  expect(freeCode('BELL', 'HAR', ['BELL', 'har-bell', 'HAR-BELL-2'])).toBe('HAR-BELL-3');
  expect(freeCode('BELL', null, ['BELL'])).toBe('BELL-2');
  const long = 'x'.repeat(50);
  expect(freeCode(long, 'HAR', [long])).toBe(`${'x'.repeat(48)}-2`);
});
