import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { Stack } from '../../../record/Stack.tsx';
import { Commitments } from './Commitments.tsx';
import { Entries } from './Entries.tsx';
import { Holdings } from './Holdings.tsx';
import { Notices } from './Notices.tsx';
import { Postings } from './Postings.tsx';
import { QuarterValues } from './QuarterValues.tsx';
import { Quarters } from './Quarters.tsx';
import { ReportedFigures } from './Reported.tsx';

const parts = [
  { value: 'quarters', label: 'Quarters', Part: Quarters },
  { value: 'commitments', label: 'Commitments', Part: Commitments },
  { value: 'notices', label: 'Notices', Part: Notices },
  { value: 'postings', label: 'Postings', Part: Postings },
  { value: 'entries', label: 'Entries', Part: Entries },
  { value: 'values', label: 'Quarter values', Part: QuarterValues },
  { value: 'holdings', label: 'Securities and values', Part: Holdings },
  { value: 'reported', label: 'Reported', Part: ReportedFigures },
] as const;

/** The ledger of a fund: commitments, notices, entries, valuations and the quarters that close them. The address names the part. */
export function FundLedger({ id }: ViewProps) {
  const [query, setQuery] = useSearchParams();
  const { Part, value: part } = parts.find(({ value }) => value === query.get('part')) ?? parts[0];
  // Other parameters, such as an entry or a page, belong to the part that is being left. The quarter and the currency belong to the fund.
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
