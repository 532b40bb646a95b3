import { describe, expect, it } from 'vitest';
import { storedAddress } from './index.ts';

const whole = { addressLine1: '1 Quarry Road', city: 'Carrara', postalCode: '54033', country: { id: 'IT' } };

describe('an address', () => {
  it('is stored if line 1, city, postal code and country are filled in', () => {
    expect(storedAddress(whole)).toBe(whole);
    expect(storedAddress({ ...whole, addressLine2: '', stateRegion: null })).not.toBeNull();
  });

  it('is dropped if one of them is missing or blank [U-C-095 U-C-096 U-C-097 U-T-068]', () => {
    for (const part of ['addressLine1', 'city', 'postalCode'] as const) {
      expect(storedAddress({ ...whole, [part]: ' ' })).toBeNull();
      expect(storedAddress({ ...whole, [part]: undefined })).toBeNull();
    }
    expect(storedAddress({ ...whole, country: null })).toBeNull();
    expect(storedAddress({ ...whole, country: { id: '0' } }, '0')).toBeNull();
    expect(storedAddress(null)).toBeNull();
  });
});
