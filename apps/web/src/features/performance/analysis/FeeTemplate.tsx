import type { FeeTable } from '@carrara/contract/performance/ilpa';
import { ErrorState, LoadingState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { FigureStrip, Panel } from '@carrara/ui/profile';
import { formatDate } from '@carrara/ui/value';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { OverviewColumns } from '../../../record/OverviewColumns.tsx';
import { AnalysisFrame, type FundOnDay } from './AnalysisFrame.tsx';
import { EconomicTermsPanel } from './EconomicTermsPanel.tsx';

/** The kinds of investor that a fee template can cover. */
const types = ['FUND', 'RELATEDPARTY', 'GP'] as const;
type FeeType = (typeof types)[number];

/** The fees of a fund by the rows of ILPA's Reporting Template, with its terms: for the whole fund, its related parties or its general partner. */
export function FeeTemplate() {
  const [type, setType] = useState<FeeType>('FUND');
  return (
    <AnalysisFrame title="Fee template" tools={(chosen) => <Tools {...chosen} type={type} onType={setType} />}>
      {(chosen) => (
        <OverviewColumns
          main={<Fees key={chosen.fundId} {...chosen} type={type} />}
          aside={<EconomicTermsPanel key={chosen.fundId} {...chosen} />}
        />
      )}
    </AnalysisFrame>
  );
}

function Tools({
  fundId,
  endDate,
  type,
  onType,
}: FundOnDay & { readonly type: FeeType; readonly onType: (type: FeeType) => void }) {
  const { data } = useRead('getFeeReferences', undefined);
  const download = useDownload();
  const nameOf = (code: string) => data?.feeInvestorTypes.find((one) => one.code === code)?.description ?? code;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Whose fees"
        value={type}
        onChange={(next) => onType(types.find((one) => one === next) ?? 'FUND')}
        data={types.map((code) => ({ value: code, label: nameOf(code) }))}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() => void download('exportInvestorTemplate', { query: { fundId, endDate, format: 'excel' } })}
      >
        Reporting Template
      </Button>
    </>
  );
}

function Fees({ fundId, endDate, type }: FundOnDay & { readonly type: FeeType }) {
  const profile = useRead('getIlpaProfile', { params: { endDate }, query: { fundId } });
  const { data, error, refetch } = useRead('getFees', { params: { endDate }, query: { fundId, investorType: type } });
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  return (
    <>
      {profile.data ? (
        <Panel title={profile.data.fund.fundName}>
          <FigureStrip
            figures={[
              { label: 'Commitments', kind: 'money', value: profile.data.commitment, note: profile.data.currency },
              { label: 'Unfunded', kind: 'money', value: profile.data.unfunded },
              { label: 'NAV', kind: 'money', value: profile.data.nav },
              { label: 'Investors', kind: 'count', value: profile.data.numberOfInvestors },
            ]}
          />
        </Panel>
      ) : null}
      {data.periods[0]?.propertySections.map(({ code, name }) => (
        <FeeSection key={code} table={data} code={code} name={name} />
      ))}
    </>
  );
}

/** A section of the table, with a column per period. */
function FeeSection({ table, code, name }: { readonly table: FeeTable; readonly code: string; readonly name: string }) {
  const columnOf = (period: FeeTable['periods'][number]) => {
    const properties = period.propertySections.find((one) => one.code === code)?.properties ?? [];
    return new Map(properties.map(({ row, amount }) => [row, amount]));
  };
  const columns = table.periods.map((period) => ({ period, amounts: columnOf(period) }));
  const rows = table.periods[0]?.propertySections.find((one) => one.code === code)?.properties ?? [];
  return (
    <Panel title={`${name}, ${table.currency}`} flush>
      <DataTable
        label={name}
        columns={[
          { field: 'label', kind: 'longText', title: 'Item' },
          { field: 'row', kind: 'count', title: 'Row' },
          ...columns.map(({ period }) => ({
            field: period.code,
            kind: 'money' as const,
            title:
              period.startDate === null
                ? `${period.periodName} to ${formatDate(period.endDate)}`
                : `${period.periodName} from ${formatDate(period.startDate)}`,
          })),
        ]}
        rows={rows.map(({ row, label }) => ({
          row,
          label,
          ...Object.fromEntries(columns.map(({ period, amounts }) => [period.code, amounts.get(row) ?? null])),
        }))}
        rowKey={({ row }) => String(row)}
      />
    </Panel>
  );
}
