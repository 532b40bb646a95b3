import type { Column } from '@carrara/contract/core/fields';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { MultiSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { Stack } from '../../../record/Stack.tsx';
import { NoFigures, PageHead } from './AnalysisFrame.tsx';

const mostFunds = 20;
type Compared = Answer<'compareFundFees'>;

interface Asked {
  readonly endDate: string | undefined;
  readonly funds: readonly string[];
  readonly period: 'QTD' | 'YTD' | 'ITD';
  readonly type: 'FUND' | 'GP';
}

/** Fees of several funds side by side. Another reporting date has other funds, so that choosing one clears those that were chosen. */
export function FeeComparison() {
  const dates = useRead('listIlpaReportingDates', undefined);
  const date = useReportingDate(dates.data);
  const { endDate } = date;
  const references = useRead('getFeeReferences', undefined);
  const funds = useRead('listIlpaFunds', endDate === undefined ? skipToken : { params: { endDate } });
  const [asked, setAsked] = useState<Asked>({ endDate, funds: [], period: 'ITD', type: 'FUND' });
  const [compare] = useWrite('compareFundFees');
  const [answer, setAnswer] = useState<{
    readonly of: Asked;
    readonly compared?: Compared;
    readonly failed?: string;
  }>();
  const chosen = asked.endDate === endDate ? asked.funds : [];
  const ask = (change: Partial<Asked>) => {
    const next: Asked = { ...asked, endDate, funds: chosen, ...change };
    setAsked(next);
    if (next.endDate === undefined || next.funds.length === 0) return;
    compare({
      params: { endDate: next.endDate },
      query: { periodCode: next.period, investorType: next.type },
      body: [...next.funds],
    }).then(
      (compared) => setAnswer({ of: next, compared }),
      (failure: unknown) => setAnswer({ of: next, failed: failureText(failure) }),
    );
  };
  const current = answer?.of === asked ? answer : undefined;
  const types = references.data?.comparedInvestorTypes ?? [];
  return (
    <Stack>
      <PageHead title="Fee comparison">
        <ReportingDateSelect date={date} />
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={asked.period}
          onChange={(code) => ask({ period: code as Asked['period'] })}
          data={(references.data?.periods ?? []).map(({ code, periodName }) => ({ value: code, label: periodName }))}
        />
        <SegmentedControl
          size="xs"
          aria-label="Whose fees"
          value={asked.type}
          onChange={(code) => ask({ type: code as Asked['type'] })}
          data={types.map(({ code, description }) => ({ value: code ?? '', label: description ?? code ?? '' }))}
        />
      </PageHead>
      {dates.error ? (
        <ErrorState message={failureText(dates.error)} onRetry={dates.refetch} />
      ) : date.isNone ? (
        <NoFigures />
      ) : endDate === undefined ? (
        <LoadingState />
      ) : (
        <>
          <MultiSelect
            label="Funds"
            placeholder={chosen.length === 0 ? 'Choose the funds to compare' : ''}
            searchable
            clearable
            maxValues={mostFunds}
            data={(funds.currentData ?? []).map(({ fundId: value, fundName: label }) => ({ value, label }))}
            value={[...chosen]}
            onChange={(ids) => ask({ funds: ids })}
          />
          {chosen.length === 0 ? (
            <EmptyState text="Choose the funds to compare." />
          ) : current?.failed !== undefined ? (
            <ErrorState message={current.failed} onRetry={() => ask({})} />
          ) : current?.compared ? (
            <ComparedTable compared={current.compared} />
          ) : (
            <LoadingState />
          )}
        </>
      )}
    </Stack>
  );
}

function ComparedTable({ compared: { funds, data } }: { readonly compared: Compared }) {
  const columns: readonly Column[] = [
    { field: 'label', kind: 'longText', title: 'Item' },
    { field: 'row', kind: 'count', title: 'Row' },
    ...funds.map(({ fundId, fundName, currency }) => ({
      field: fundId,
      kind: 'money' as const,
      title: `${fundName}, ${currency}`,
    })),
  ];
  const sections = [...new Set(data.map(({ section }) => section))];
  return sections.map((section) => (
    <Panel key={section} title={section} flush>
      <DataTable
        label={section}
        columns={columns}
        rows={data
          .filter((one) => one.section === section)
          .map(({ row, label, amounts }) => ({
            row,
            label,
            ...Object.fromEntries(amounts.map(({ fundId, amount }) => [fundId, amount])),
          }))}
        rowKey={({ row }) => String(row)}
      />
    </Panel>
  ));
}
