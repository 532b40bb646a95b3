import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Stack } from '../../../record/Stack.tsx';
import { Commitments } from './Commitments.tsx';
import { Entries } from './Entries.tsx';
import { Holdings } from './Holdings.tsx';
import { Notices } from './Notices.tsx';
import { Quarters } from './Quarters.tsx';
import { Reported } from './Reported.tsx';

const parts = [
  { value: 'quarters', label: 'Quarters', Part: Quarters },
  { value: 'commitments', label: 'Commitments', Part: Commitments },
  { value: 'notices', label: 'Notices', Part: Notices },
  { value: 'entries', label: 'Entries', Part: Entries },
  { value: 'holdings', label: 'Securities and values', Part: Holdings },
  { value: 'reported', label: 'Reported', Part: Reported },
] as const;

/** The ledger of a fund: what was promised, called, bought and valued, and the quarters that close it; the address says which part. */
export function FundLedger({ id }: ViewProps) {
  const [query, setQuery] = useSearchParams();
  const { Part, value: part } = parts.find(({ value }) => value === query.get('part')) ?? parts[0];
  // What else the address says, as the entry that it led to or a page, is of the part that is left; the quarter and the currency are the fund's.
  const show = (next: string) =>
    setQuery((before) => [
      ...[...before].filter(([name]) => name === 'endDate' || name === 'currency'),
      ['part', next],
    ]);
  return (
    <Stack>
      <SegmentedControl
        aria-label="Part of the ledger"
        data={parts.map(({ value, label }) => ({ value, label }))}
        value={part}
        onChange={show}
      />
      <Part vehicleId={id} />
    </Stack>
  );
}
