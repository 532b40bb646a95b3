import { callsByConcept } from '@carrara/contract/contract';
import { expect, it } from 'vitest';
import { runsOffThread } from './offThreadCalls.ts';

it('builds long reads off the request thread, and a list on it', () => {
  const input = { params: {}, query: {}, body: undefined };
  const isOff = (concept: string, name: string) => runsOffThread(callsByConcept[concept]![name]!, input);
  expect(isOff('fundPerformance', 'getFundProfile')).toBe(true);
  expect(isOff('performanceReports', 'reportFundReturns')).toBe(true);
  expect(isOff('carryReports', 'reportEstimatedAccruedCarry')).toBe(true);
  expect(isOff('capitalAccount', 'getFundCapitalAccount')).toBe(true);
  expect(isOff('fundAnalysis', 'getFundCarryPosition')).toBe(true);
  expect(isOff('ilpa', 'getFees')).toBe(true);
  expect(isOff('payStatement', 'getPayStatementDrafts')).toBe(true);
  expect(isOff('compensationReports', 'reportCompensationSummary')).toBe(true);
  expect(isOff('fundPerformance', 'listVehicles')).toBe(false);
});

it('creates a file off the request thread, and sends a stored one from it', () => {
  const call = (concept: string, name: string) =>
    runsOffThread(callsByConcept[concept]![name]!, { params: {}, query: {}, body: undefined });
  expect(call('delivery', 'downloadDeliveryCertificate')).toBe(true);
  expect(call('delivery', 'downloadDelivered')).toBe(false);
});
