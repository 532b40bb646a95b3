import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
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

/** The ledger of a fund: what was promised, called, bought and valued, and the quarters that close it. */
export function FundLedger({ id }: ViewProps) {
  const [part, setPart] = useState<string>(parts[0].value);
  const { Part } = parts.find(({ value }) => value === part) ?? parts[0];
  return (
    <Stack>
      <SegmentedControl
        aria-label="Part of the ledger"
        data={parts.map(({ value, label }) => ({ value, label }))}
        value={part}
        onChange={setPart}
      />
      <Part vehicleId={id} />
    </Stack>
  );
}
