import { expect, it } from 'vitest';
import { defaultLinkView } from './defaultLinkView.ts';

it.each([
  [{ pending: 2, resolved: 5 }, 'pending'],
  [{ pending: 0, resolved: 0 }, 'pending'],
  [{ pending: 0, resolved: 1 }, 'resolved'],
  [undefined, 'pending'],
])('with %o the %s view opens first [U-T-027]', (counts, view) => expect(defaultLinkView(counts)).toBe(view));
