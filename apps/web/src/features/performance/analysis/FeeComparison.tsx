import type { Column } from '@carrara/contract/core/fields';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { MultiSelect, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { Stack } from '../../../record/Stack.tsx';
import { NoFigures, PageHead } from './AnalysisFrame.tsx';

const mostFunds = 20;
type Compared = Answer<'compareFundFees'>;

const periods = ['QTD', 'YTD', 'ITD'] as const;
const feeTypes = ['FUND', 'GP'] as const;

interface RequestedPeriod {
  readonly endDate: string;
  readonly funds: readonly string[];
  readonly period: (typeof periods)[number];
  readonly type: (typeof feeTypes)[number];
}

/** Manages the choices of the comparison in the address. */
function useRequestedPeriod() {
  const [query, setQuery] = useSearchParams();
  const requested = query.get('period');
  return {
    /** The reporting date for which the funds were chosen. */
    at: query.get('at'),
    funds: (query.get('funds') ?? '').split(',').filter((id) => id !== ''),
    period: periods.find((period) => period === requested) ?? 'ITD',
    type: feeTypes.find((owner) => owner === query.get('type')) ?? 'FUND',
    choose: (change: { readonly [name in 'funds' | 'at' | 'endDate' | 'period' | 'type']?: string }) =>
      setQuery((before) => {
        for (const [name, value] of Object.entries(change)) {
          if (value === '') before.delete(name);
          else before.set(name, value);
        }
        return before;
      }),
  };
}

/** Compares the fees of several funds. Each reporting date has its own funds, so another date clears the chosen funds. */
export function FeeComparison() {
  const dates = useRead('listIlpaReportingDates', undefined);
  const date = useReportingDate(dates.data);
  const { endDate } = date;
  const references = useRead('getFeeReferences', undefined);
  const funds = useRead('listIlpaFunds', endDate === undefined ? skipToken : { params: { endDate } });
  const { choose, at, ...request } = useRequestedPeriod();
  const offered = new Set((funds.currentData ?? []).map(({ fundId }) => fundId));
  const chosen = at === endDate ? request.funds.filter((fund) => offered.has(fund)).slice(0, mostFunds) : [];
  const { answer, again } = useCompared(
    endDate === undefined || chosen.length === 0 ? undefined : { ...request, endDate, funds: chosen },
  );
  const types = references.data?.comparedInvestorTypes ?? [];
  return (
    <Stack>
      <PageHead title="Fee comparison">
        <ReportingDateSelect date={date} />
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={request.period}
          onChange={(period) => choose({ period })}
          data={(references.data?.periods ?? []).map(({ code, periodName }) => ({ value: code, label: periodName }))}
        />
        <SegmentedControl
          size="xs"
          aria-label="Partners whose fees are included"
          value={request.type}
          onChange={(type) => choose({ type })}
          data={types.map(({ code, description }) => ({ value: code ?? '', label: description ?? code ?? '' }))}
        />
      </PageHead>
      {dates.error ? (
        <ErrorState message={failureText(dates.error)} onRetry={dates.refetch} />
      ) : date.hasNoDate ? (
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
            value={chosen}
            onChange={(ids) => choose({ funds: ids.join(','), at: endDate, endDate })}
          />
          {chosen.length === 0 ? (
            <EmptyState text="Choose the funds to compare." />
          ) : answer?.failed !== undefined ? (
            <ErrorState message={answer.failed} onRetry={again} />
          ) : answer?.compared ? (
            <ComparedTable compared={answer.compared} />
          ) : (
            <LoadingState />
          )}
        </>
      )}
    </Stack>
  );
}

/** Runs the comparison. Returns only the response to the current choices, never a response to earlier choices. */
function useCompared(request: RequestedPeriod | undefined) {
  const [compare] = useWrite('compareFundFees');
  const send = useRef(compare);
  useEffect(() => {
    send.current = compare;
  });
  const [tried, setTried] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; compared?: Compared; failed?: string }>();
  const text = request === undefined ? undefined : JSON.stringify({ ...request, tried });
  useEffect(() => {
    if (text === undefined) return;
    const { endDate, funds, period, type } = JSON.parse(text) as RequestedPeriod;
    send.current({ params: { endDate }, query: { periodCode: period, investorType: type }, body: [...funds] }).then(
      (compared) => setAnswer({ key: text, compared }),
      (failure: unknown) => setAnswer({ key: text, failed: failureText(failure) }),
    );
  }, [text]);
  return { answer: answer?.key === text ? answer : undefined, again: () => setTried(tried + 1) };
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
    <TablePanel
      key={section}
      title={section}
      columns={columns}
      rows={data
        .filter((row) => row.section === section)
        .map(({ row, label, amounts }) => ({
          row,
          label,
          ...Object.fromEntries(amounts.map(({ fundId, amount }) => [fundId, amount])),
        }))}
      rowKey={({ row }) => String(row)}
    />
  ));
}
