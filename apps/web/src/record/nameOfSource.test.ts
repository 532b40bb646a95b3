import { expect, it } from 'vitest';
import { nameOfSource } from './nameOfSource.ts';

it('says who holds a source, once', () => {
  expect(nameOfSource({ name: 'Tranche #1', holder: 'ARP-I' })).toBe('Tranche #1 (ARP-I)');
  expect(nameOfSource({ name: 'ARP-I: Northgate Rail', holder: 'ARP-I' })).toBe('Northgate Rail (ARP-I)');
  expect(nameOfSource({ name: 'Alder Ridge Partners Fund III, L.P.: Basalt Construction', holder: 'ARP-III' })).toBe(
    'Basalt Construction (ARP-III)',
  );
  expect(nameOfSource({ name: 'ARP-I', holder: null })).toBe('ARP-I');
});
