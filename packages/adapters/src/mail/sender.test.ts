import { expect, it } from 'vitest';
import { senderOf } from './sender.ts';

it('reads an address with or without a name, which may have commas and quotation marks', () => {
  const address = 'mail@oak.example';
  expect(senderOf(address)).toEqual({ name: '', address });
  expect(senderOf(`<${address}>`)).toEqual({ name: '', address });
  expect(senderOf(`Carrara <${address}>`)).toEqual({ name: 'Carrara', address });
  expect(senderOf(`Oak & Söhne, L.P. <${address}>`)).toEqual({ name: 'Oak & Söhne, L.P.', address });
  expect(senderOf(`"Oak, L.P." <${address}>`)).toEqual({ name: 'Oak, L.P.', address });
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
])('refuses %j', (text) => expect(senderOf(text)).toBeUndefined());
