import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import styles from './analysis.module.css';
import { skipToken, useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { AnalysisFrame, type FundOnDay } from './AnalysisFrame.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { emptyId } from '@carrara/contract/core/kinds';

const methods = [
  { value: 'GRANULAR', label: 'Granular' },
  { value: 'GROSS_UP', label: 'Gross-up' },
] as const;
type Method = (typeof methods)[number]['value'];
interface MethodProps extends FundOnDay {
  readonly method: Method;
  readonly onMethod: (method: Method) => void;
}

/**
 * ILPA's Performance Template of a fund, as it will be sent. The method comes from the fund's terms. Until they name one, the person can switch
 * between both.
 */
export function PerformanceTemplate() {
  const [method, setMethod] = useState<Method>('GRANULAR');
  return (
    <AnalysisFrame
      title="Performance Template"
      tools={(chosen) => <Tools {...chosen} method={method} onMethod={setMethod} />}
    >
      {(chosen) => <Template {...chosen} method={method} />}
    </AnalysisFrame>
  );
}

/** Returns the query. If the terms name no method, the chosen one applies. Undefined while loading. */
function useRequestedPeriod({ fundId, endDate, method }: FundOnDay & { readonly method: Method }) {
  const { currentData: terms } = useRead('getEconomicTerms', { params: { fundId, investorId: emptyId } });
  const isFree = !terms?.performanceMethod;
  return { isFree, query: terms && { fundId, endDate, ...(isFree ? { method } : {}) } };
}

function Tools({ method, onMethod, ...fundOnDay }: MethodProps) {
  const { isFree, query } = useRequestedPeriod({ ...fundOnDay, method });
  const download = useDownload();
  return (
    <>
      {query && isFree ? (
        <SegmentedControl
          size="xs"
          aria-label="Method"
          value={method}
          onChange={(next) => onMethod(methods.find(({ value }) => value === next)?.value ?? 'GRANULAR')}
          data={methods.map((item) => ({ ...item }))}
        />
      ) : null}
      <Button
        size="xs"
        variant="default"
        disabled={!query}
        onClick={() => query && void download('exportPerformanceTemplate', { query })}
      >
        Excel
      </Button>
    </>
  );
}

const columnKeys = ['grossWith', 'netWith', 'grossWithout', 'netWithout'] as const;

function Template(props: FundOnDay & { readonly method: Method }) {
  const { query } = useRequestedPeriod(props);
  const { data, error, refetch } = useRead('getPerformanceTemplate', query ? { query } : skipToken);
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  const methodLabel = methods.find(({ value }) => value === data.method)?.label ?? '';
  return (
    <>
      <Panel title={`${data.fund.fundName}, ${methodLabel.toLowerCase()}, ${data.currency}`}>
        <p className={styles.hint}>
          As defined by ILPA: cash between the fund and its investors, gross of fees, expenses and carry. Elsewhere,
          gross IRR and gross MOIC are computed from the holdings: purchases, sales, income and fair values. They leave
          out the time between a call and a purchase, or a sale and its distribution.
        </p>
        <FigureStrip
          figures={data.figures.flatMap(({ title, irr, irrAnnualized, multiple, notDetermined }) => [
            {
              label: `${title}: IRR`,
              kind: irrAnnualized === false ? ('spanReturn' as const) : ('return' as const),
              value: irr,
              reason: irr === null ? notDetermined[0]?.message : undefined,
            },
            { label: `${title}: multiple`, kind: 'multiple' as const, value: multiple },
          ])}
        />
      </Panel>
      <TablePanel
        title={`Statement of cash flows to ${formatDate(data.endDate)}${data.coversAllPartners ? ', of all investors' : ''}`}
        label="Statement of cash flows"
        columns={[
          { field: 'date', kind: 'date', title: 'Effective date' },
          { field: 'amount', kind: 'money', title: 'Amount' },
          { field: 'type', kind: 'longText', title: 'Transaction type' },
          ...data.figures.map(({ column, title }) => ({ field: column, kind: 'money' as const, title })),
        ]}
        rows={data.lines.map((line, i) => ({
          key: String(i),
          date: line.date,
          amount: line.amount,
          type: line.type,
          ...Object.fromEntries(columnKeys.map((key) => [key, line[key]?.amount ?? null])),
        }))}
        rowKey={({ key }) => key}
      />
    </>
  );
}
