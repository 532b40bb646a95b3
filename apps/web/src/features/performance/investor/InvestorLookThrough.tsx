import { coverageText } from '@carrara/contract/core/coverage';
import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import type { Answer } from '../../../api/operations.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { type DatedViewProps, onReportingDate } from './OnReportingDate.tsx';

const figures = [
  { field: 'nav', label: 'NAV' },
  { field: 'lookedThrough', label: 'Looked through' },
  { field: 'rest', label: 'Not looked through' },
] as const;
const aboveNav =
  'The rest is negative because the companies are worth more than the NAV. Debt, fees and carry that the funds owe reduce the NAV.';
const groupings = [
  { value: 'byCompany', label: 'Company' },
  { value: 'bySector', label: 'Sector' },
  { value: 'byRegion', label: 'Region' },
] as const;
const classColumns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'amount', kind: 'money', title: 'Fair value' },
  { field: 'percent', kind: 'percent', title: '% of look-through value' },
] as const;
const columns = [
  { field: 'investment', kind: 'reference', title: 'Investment' },
  { field: 'sector', kind: 'text', title: 'Sector' },
  { field: 'path', kind: 'text', title: 'Through' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'amount', kind: 'money', title: 'Fair value' },
] as const;

type LookThrough = Answer<'getInvestorLookThrough'>;

/** Describes the funds that all amounts cover, for each currency. Undefined if they cover all funds. */
function coveredFunds(byCurrency: LookThrough['byCurrency']): string | undefined {
  const texts = byCurrency.flatMap(({ currency, nav, coverage }) => {
    const text = nav === null ? undefined : coverageText(coverage, 'funds');
    return text === undefined ? [] : [byCurrency.length > 1 ? `${currency}: ${text}` : text];
  });
  return texts.length > 0 ? texts.join('. ') : undefined;
}

/** The companies that an investor holds, looking through vehicles that are investors themselves. */
export const InvestorLookThrough = onReportingDate(function InvestorLookThrough({ id, endDate }: DatedViewProps) {
  const { data, error, refetch } = useRead('getInvestorLookThrough', { params: { id, date: endDate } });
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  if (data.byCurrency.length === 0) return <EmptyState text="This investor had no commitments on this date." />;
  const covered = coveredFunds(data.byCurrency);
  const note = covered === undefined ? {} : { note: covered };
  return (
    <Stack>
      {data.byCurrency.map((sums) => (
        <Fragment key={sums.currency}>
          <FigureStrip
            figures={figures.map(({ field, label }) => ({
              label: `${label}, ${sums.currency}`,
              ...displayedFigure({ field, kind: 'money' }, sums),
              note: sums[field] === null ? undefined : coverageText(sums.coverage, 'funds'),
            }))}
          />
          {sums.rest?.startsWith('-') ? (
            <Text size="xs" c="dimmed">
              {aboveNav}
            </Text>
          ) : null}
        </Fragment>
      ))}
      <LookThroughTables id={id} endDate={endDate} data={data} {...note} />
      {data.positions.length === 0 ? null : (
        <TablePanel
          title="Positions"
          columns={columns}
          rows={data.positions}
          rowKey={(row) => row.id}
          rowHref={({ investment }) => `#/performance/investment/${investment.id}`}
          {...note}
        />
      )}
    </Stack>
  );
});

/** The value by company, sector or region. */
function LookThroughTables({
  id,
  endDate,
  data,
  note,
}: DatedViewProps & { readonly data: LookThrough; readonly note?: string }) {
  const [by, setBy] = useState<(typeof groupings)[number]['value']>('byCompany');
  const download = useDownload();
  return (
    <TablePanel
      title="Looked through"
      columns={classColumns}
      rows={data[by]}
      rowKey={({ name, currency }) => `${name} ${currency}`}
      empty="There is no investment data for this investor’s funds on this date."
      {...(note === undefined ? {} : { note })}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="By"
            data={groupings.map((grouping) => ({ ...grouping }))}
            value={by}
            onChange={(next) => setBy(groupings.find(({ value }) => value === next)?.value ?? 'byCompany')}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => void download('exportInvestorLookThrough', { params: { id, date: endDate } })}
          >
            Excel
          </Button>
        </>
      }
    />
  );
}
