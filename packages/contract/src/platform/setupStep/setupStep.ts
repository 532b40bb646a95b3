import { setupStepIds } from '@carrara/domain/platform/setupStep';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { id, instant } from '../../core/schema.ts';

const setupStep = z.object({
  id: z.enum(setupStepIds),
  /** A blocked step needs the steps of `after` first. */
  state: z.enum(['done', 'open', 'blocked']),
  after: z.array(z.enum(setupStepIds)),
  /** The missing parts of the firm profile, or the currencies without a rate. */
  missing: z.array(z.string()),
  /** The record to continue with: a currency pair, the fund that needs a profile, the draft distribution, or the fund of the first quarter. */
  recordId: id().nullable(),
  /** The time and author of the record that completed the step; null if it isn't done or if several records completed it. */
  doneDate: instant().nullable(),
  doneBy: z.string().nullable(),
  /** Some of the people who can do an unfinished step, if the requesting person can't. */
  people: z.array(z.string()),
});
export type SetupStep = z.output<typeof setupStep>;

const setup = z.object({
  steps: z.array(setupStep),
  /** True if the firm has nothing left to set up, or is at work: it has paid a distribution or locked a quarter. */
  isFinished: z.boolean(),
  /** True if an administrator has removed the steps from Home. */
  isDismissed: z.boolean(),
});
export type Setup = z.output<typeof setup>;

const tags = [
  'Tenant',
  'User',
  'Group',
  'CurrencyPair',
  'ExchangeRate',
  'Fund',
  'Coinvestment',
  'Participant',
  'AllocationProfile',
  'Distribution',
  'Ledger',
];

export const setupStepEndpoints = defineEndpoints({
  listSetupSteps: {
    method: 'GET',
    path: '/api/setup-step',
    summary: 'The steps that set up the firm, with their state',
    permission: 'staff',
    result: setup,
    tags,
  },
  dismissSetup: {
    method: 'POST',
    path: '/api/setup-step/dismiss',
    summary: 'Remove the setup steps from Home for the whole firm, or show them again',
    permission: 'tenant.edit',
    body: z.strictObject({ isDismissed: z.boolean() }),
    result: z.object({ isDismissed: z.boolean() }),
    failures: ['STALE_VERSION'],
    tags: ['Tenant'],
  },
});
