import { describe, expect, it } from 'vitest';
import { keptAddress } from './index.ts';

const whole = { addressLine1: '1 Quarry Road', city: 'Carrara', postalCode: '54033', country: { id: 'IT' } };

describe('an address', () => {
  it('is stored if line 1, city, postal code and country are filled in', () => {
    expect(keptAddress(whole)).toBe(whole);
    expect(keptAddress({ ...whole, addressLine2: '', stateRegion: null })).not.toBeNull();
  });

  it('is dropped if one of them is missing or blank [U-C-095 U-C-096 U-C-097 U-T-068]', () => {
    for (const part of ['addressLine1', 'city', 'postalCode'] as const) {
      expect(keptAddress({ ...whole, [part]: ' ' })).toBeNull();
      expect(keptAddress({ ...whole, [part]: undefined })).toBeNull();
    }
    expect(keptAddress({ ...whole, country: null })).toBeNull();
    expect(keptAddress({ ...whole, country: { id: '0' } }, '0')).toBeNull();
    expect(keptAddress(null)).toBeNull();
  });
});
