import type { Column } from '@carrara/contract/core/fields';
import type { Kind } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Select } from '@mantine/core';
import { skipToken, useListRead, useRead } from '../api/calls.ts';
import { failureText } from '../api/failure.ts';
import type { Answer } from '../api/operations.ts';
import { useAllowed, useSession } from '../session/hooks.ts';
import { useIndexChoice } from './useIndexChoice.ts';

/** Compares a fund with an index by five public market equivalents. */
export function AgainstIndex({ fundId, endDate }: { readonly fundId: string; readonly endDate: string }) {
  const indices = useListRead('listIndexSeries', { query: { pageSize: 100 } });
  const mayAdd = useAllowed('benchmark.edit');
  const { index, chooseIndex } = useIndexChoice(indices.data?.pageData);
  const { currentData, error } = useRead(
    'getFundPme',
    index === undefined ? skipToken : { params: { id: fundId, date: endDate }, query: { index } },
  );
  return (
    <Panel
      title="Against an index"
      flush
      actions={
        index === undefined ? null : (
          <Select
            size="xs"
            w={220}
            aria-label="Index"
            allowDeselect={false}
            data={(indices.data?.pageData ?? []).map((row) => ({
              value: String(row['id']),
              label: String(row['name']),
            }))}
            value={index}
            onChange={chooseIndex}
          />
        )
      }
    >
      {indices.data?.pageData.length === 0 ? (
        <EmptyState
          text="There is no index yet."
          hint={mayAdd ? 'Add an index with its daily levels first.' : undefined}
        />
      ) : error ? (
        <Banner tone="bad">{failureText(error)}</Banner>
      ) : currentData ? (
        <Equivalents pme={currentData} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

interface Measure {
  readonly name: string;
  readonly figure: { readonly kind: Kind; readonly value: string | null; readonly field: string } | null;
  readonly rate: { readonly value: string | null; readonly field: string } | null;
  readonly text: string;
}

/** Returns the five measures below the fund's own rate, each with a description. */
const measuresOf = (pme: Answer<'getFundPme'>, isLp: boolean): readonly Measure[] => [
  {
    name: 'The fund',
    figure: { kind: 'money', value: pme.nav, field: 'nav' },
    rate: { value: pme.irr, field: 'irr' },
    text: `NAV and net IRR of ${isLp ? 'your commitments' : 'fee-paying investors'}`,
  },
  {
    name: 'KS-PME',
    figure: { kind: 'multiple', value: pme.ksPme, field: 'ksPme' },
    rate: null,
    text: 'above 1 the fund beats the index',
  },
  {
    name: 'Direct alpha',
    figure: null,
    rate: { value: pme.directAlpha, field: 'directAlpha' },
    text: pme.annualized ? 'continuous yearly rate over the index' : 'continuous rate over the index in this period',
  },
  {
    name: 'Long-Nickels',
    figure: { kind: 'money', value: pme.longNickels.nav, field: 'longNickels.nav' },
    rate: { value: pme.longNickels.rate, field: 'longNickels.rate' },
    text: 'NAV and rate of the same cash in the index',
  },
  {
    name: 'PME+',
    figure: { kind: 'multiple', value: pme.pmePlus.factor, field: 'pmePlus.factor' },
    rate: { value: pme.pmePlus.rate, field: 'pmePlus.rate' },
    text: 'factor applied to distributions, and the resulting rate',
  },
  {
    name: 'Modified PME',
    figure: { kind: 'money', value: pme.modified.nav, field: 'modified.nav' },
    rate: { value: pme.modified.rate, field: 'modified.rate' },
    text: 'each distribution takes its share of the index value',
  },
];

const columns: readonly Column[] = [
  { field: 'name', kind: 'text', title: 'Measure' },
  { field: 'figure', kind: 'money', title: 'Value' },
  { field: 'rate', kind: 'return', title: 'Rate' },
  { field: 'text', kind: 'text', title: 'Meaning' },
];

function Equivalents({ pme }: { readonly pme: Answer<'getFundPme'> }) {
  const isLp = useSession().settings?.isLpTenant === true;
  const reasonOf = (field: string) => pme.notDetermined.find((entry) => entry.field === field)?.message;
  const ofRate = pme.annualized ? 'return' : 'spanReturn';
  const otherCurrency = pme.warnings.find(({ code }) => code === 'MIXED_CURRENCIES');
  const old = pme.warnings.filter((warning) => warning !== otherCurrency);
  return (
    <>
      {otherCurrency ? <Banner tone="warn">{otherCurrency.message}</Banner> : null}
      {old.length > 0 ? (
        <Banner tone="warn">
          {old[0]?.message}
          {old.length > 1 ? ` ${old.length - 1} more days also use an old level.` : ''}
        </Banner>
      ) : null}
      <DataTable
        label="Public market equivalents"
        columns={columns}
        cells={{
          figure: ({ figure }: Measure) =>
            figure ? <Value kind={figure.kind} value={figure.value} reason={reasonOf(figure.field)} /> : null,
          rate: ({ rate }: Measure) =>
            rate ? <Value kind={ofRate} value={rate.value} reason={reasonOf(rate.field)} /> : null,
        }}
        rows={measuresOf(pme, isLp)}
        rowKey={({ name }) => name}
      />
    </>
  );
}
