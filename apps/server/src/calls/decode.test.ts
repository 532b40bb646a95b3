import { ledgerEntryEndpoints } from '@carrara/contract/performance/ledger/ledgerEntry';
import { expect, it } from 'vitest';
import { decodeRequest } from './decode.ts';

it('names the request body if it isn’t an object, and the field otherwise', () => {
  const messageOf = (body: unknown) =>
    decodeRequest(ledgerEntryEndpoints.saveLedgerEntries, { params: {}, query: {}, body })._unsafeUnwrapErr().body
      .Message;
  expect(messageOf([])).toBe('The request body is not an object.');
  expect(messageOf({ VehicleId: 'x', Entries: {} })).toMatch(/Entries is not a list\./);
});
