import { describe, expect, it } from 'vitest';
import type { Endpoint } from '@carrara/contract/core/endpoint';
import { disclosureInJson } from './disclosure.ts';

const call = (sensitive?: Endpoint['sensitive']) => ({ sensitive }) as Endpoint;

describe('the employees whose pay a response contains', () => {
  it.each([undefined, 'always', 'byRecord'] as const)('are none for an empty response: %s', (sensitive) => {
    expect(disclosureInJson(call(sensitive), null)).toBeUndefined();
  });
  it('are listed once each, with their number', () => {
    const row = { employee: { id: 'e1' } };
    expect(disclosureInJson(call('always'), { pageData: [row, row, { employeeId: 'e2' }] })).toEqual({
      employees: ['e1', 'e2'],
      number: 2,
    });
    expect(disclosureInJson(call(), { pageData: [row] })).toBeUndefined();
  });
});
