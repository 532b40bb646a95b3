import { expect, it } from 'vitest';
import { firstView } from './firstView.ts';

it.each([
  [{ pending: 2, resolved: 5 }, 'pending'],
  [{ pending: 0, resolved: 0 }, 'pending'],
  [{ pending: 0, resolved: 1 }, 'resolved'],
  [undefined, 'pending'],
])('of %o shows what is %s [U-T-027]', (counts, view) => expect(firstView(counts)).toBe(view));
