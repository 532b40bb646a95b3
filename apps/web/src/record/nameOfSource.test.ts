import { expect, it } from 'vitest';
import { nameOfSource } from './nameOfSource.ts';

it('says who holds a source, once', () => {
  expect(nameOfSource({ name: 'Tranche #1', holder: 'ARP-I' })).toBe('Tranche #1 (ARP-I)');
  expect(nameOfSource({ name: 'ARP-I: Northgate Rail', holder: 'ARP-I' })).toBe('ARP-I: Northgate Rail');
  expect(nameOfSource({ name: 'ARP-I', holder: null })).toBe('ARP-I');
});
