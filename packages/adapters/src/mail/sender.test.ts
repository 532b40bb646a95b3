import { expect, it } from 'vitest';
import { parseSender } from './sender.ts';

it('reads an address with or without a name, which may have commas and quotation marks', () => {
  const address = 'mail@oak.example';
  expect(parseSender(address)).toEqual({ name: '', address });
  expect(parseSender(`<${address}>`)).toEqual({ name: '', address });
  expect(parseSender(`Carrara <${address}>`)).toEqual({ name: 'Carrara', address });
  expect(parseSender(`Oak & Söhne, L.P. <${address}>`)).toEqual({ name: 'Oak & Söhne, L.P.', address });
  expect(parseSender(`"Oak, L.P." <${address}>`)).toEqual({ name: 'Oak, L.P.', address });
});

it.each([
  '',
  'Carrara',
  'Carrara mail@oak.example',
  'mail@oak.example>',
  'a@oak.example, b@oak.example',
  'Carrara <mail@oak.example>, b@oak.example',
  'Carrara <mail@oak.example> x',
  'Carrara\r\nBcc: b@oak.example <mail@oak.example>',
])('refuses %j', (text) => expect(parseSender(text)).toBeUndefined());
