import { expect, it } from 'vitest';
import { askedTold } from './askedTold.ts';

it('is told in the words of the place [M-P-044 M-T-051]', () =>
  expect([askedTold('profile'), askedTold('dataManagement')]).toEqual([
    'Link request submitted successfully.',
    'Tenant Link request submitted successfully.',
  ]));
