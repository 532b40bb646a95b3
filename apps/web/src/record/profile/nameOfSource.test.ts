import { expect, it } from 'vitest';
import { nameOfSource, shortNames } from './nameOfSource.ts';

it('names the holder of a source, once', () => {
  expect(nameOfSource({ name: 'Tranche #1', holder: 'ARP-I' })).toBe('Tranche #1 (ARP-I)');
  expect(nameOfSource({ name: 'ARP-I: Northgate Rail', holder: 'ARP-I' })).toBe('Northgate Rail (ARP-I)');
  expect(nameOfSource({ name: 'Alder Ridge Partners Fund III, L.P.: Basalt Construction', holder: 'ARP-III' })).toBe(
    'Basalt Construction (ARP-III)',
  );
  expect(nameOfSource({ name: 'ARP-I', holder: null })).toBe('ARP-I');
});

it('omits the holder in narrow spaces, unless two have the same name', () => {
  const basalt = { name: 'Alder Ridge Partners Fund III, L.P.: Basalt Construction', holder: 'ARP-III' };
  expect(shortNames([basalt, { name: 'Tranche #1', holder: 'ARP-I' }])).toEqual(['Basalt Construction', 'Tranche #1']);
  expect(shortNames([basalt, { ...basalt, name: 'ARP-II: Basalt Construction', holder: 'ARP-II' }])).toEqual([
    'Basalt Construction (ARP-III)',
    'Basalt Construction (ARP-II)',
  ]);
  expect(shortNames([{ name: 'Fund: a name with a colon', holder: null }])).toEqual(['Fund: a name with a colon']);
});
