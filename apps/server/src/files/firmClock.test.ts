import { expect, it } from 'vitest';
import { convertToFirmTime, zonedColumns } from './firmClock.ts';

it("a file has times in the firm's time zone, on the firm's local date", async () => {
  const columns = [
    { field: 'createdDate', kind: 'instant', title: 'When' },
    { field: 'name', kind: 'text', title: 'Name' },
  ] as const;
  async function* rows() {
    yield { createdDate: '2027-01-01T03:30:00.000Z', name: '2027-01-01T03:30:00.000Z' };
    yield { createdDate: null, name: 'never' };
  }
  const printedRows: unknown[] = [];
  for await (const row of convertToFirmTime(columns, rows(), 'America/New_York')) printedRows.push(row);
  expect(printedRows).toEqual([
    { createdDate: '2026-12-31T22:30:00Z', name: '2027-01-01T03:30:00.000Z' },
    { createdDate: null, name: 'never' },
  ]);
  const titled = zonedColumns(columns, 'America/New_York');
  expect(titled.map(({ title }) => title)).toEqual(['When (America/New_York)', 'Name']);
  expect(zonedColumns(columns, undefined)[0]?.title).toBe('When (UTC)');
});
