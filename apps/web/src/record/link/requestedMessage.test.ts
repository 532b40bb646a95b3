import { expect, it } from 'vitest';
import { requestedMessage } from './requestedMessage.ts';

it('the confirmation of a link request depends on its location [M-P-044 M-T-051]', () =>
  expect([requestedMessage('profile'), requestedMessage('dataManagement')]).toEqual([
    'Link request submitted successfully.',
    'Tenant Link request submitted successfully.',
  ]));
