import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureText } from '../../../api/failure.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import styles from './analysis.module.css';
import { useFundChoice } from './useFundChoice.ts';

export interface FundOnDay {
  readonly fundId: string;
  readonly endDate: string;
}

interface AnalysisFrameProps {
  readonly title: string;
  /** Additional choices next to date and fund. */
  readonly tools?: (chosen: FundOnDay) => ReactNode;
  readonly children: (chosen: FundOnDay) => ReactNode;
}

/** A page that analyzes a fund at a reporting date. Both are chosen at the top and stored in the address. */
export function AnalysisFrame({ title, tools, children }: AnalysisFrameProps) {
  const dates = useRead('listIlpaReportingDates', undefined);
  const date = useReportingDate(dates.data);
  const { endDate } = date;
  const funds = useRead('listIlpaFunds', endDate === undefined ? skipToken : { params: { endDate } });
  const { fundId, chooseFund } = useFundChoice(funds.currentData);
  const failed = dates.error ?? funds.error;
  const chosen = endDate === undefined || fundId === undefined ? undefined : { endDate, fundId };
  return (
    <Stack>
      <PageHead title={title}>
        <ReportingDateSelect date={date} />
        {chosen ? (
          <Select
            size="xs"
            w={240}
            label="Fund"
            allowDeselect={false}
            searchable
            data={(funds.currentData ?? []).map(({ fundId: value, fundName: label }) => ({ value, label }))}
            value={chosen.fundId}
            onChange={chooseFund}
          />
        ) : null}
        {chosen ? tools?.(chosen) : null}
      </PageHead>
      {failed ? (
        <ErrorState message={failureText(failed)} onRetry={dates.error ? dates.refetch : funds.refetch} />
      ) : date.hasNoDate ? (
        <NoFigures />
      ) : chosen ? (
        children(chosen)
      ) : (
        <LoadingState />
      )}
    </Stack>
  );
}

/** The title of a page and its choices. */
export function PageHead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

export function NoFigures() {
  const mayPost = useAllowed('fundLedger.edit');
  return (
    <EmptyState
      text="No fund has figures yet."
      hint={mayPost ? 'Figures appear once you post entries in a fund’s ledger.' : undefined}
      action={
        <Button component="a" href="#/performance/fund" variant="default">
          Funds
        </Button>
      }
    />
  );
}
