import { addDays, calendarDate } from '@carrara/domain/kernel';
import type { FeeTable, IlpaProfile } from '@carrara/contract/performance/ilpa/ilpa';
import { required } from '@carrara/domain/kernel';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { skipToken, useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { useSession } from '../../../session/hooks.ts';
import { AnalysisFrame, type FundOnDay } from './AnalysisFrame.tsx';
import { EconomicTermsPanel } from './EconomicTermsPanel.tsx';

/** The kinds of investor that a fee template can cover. */
const types = ['FUND', 'RELATEDPARTY', 'GP'] as const;
type FeeType = (typeof types)[number];

/**
 * The fees of a fund by the rows of ILPA's Reporting Template, with its terms. They are those of the whole fund, its related parties or its general
 * partner. In an investor's tenant also, and first, for its own commitments.
 */
export function FeeTemplate() {
  const [chosenOwner, setBasis] = useState<string>();
  return (
    <AnalysisFrame
      title="Fee template"
      tools={(chosen) => <Tools {...chosen} owner={chosenOwner} onBasis={setBasis} />}
    >
      {(chosen) => (
        <OverviewColumns
          main={<Fees key={chosen.fundId} {...chosen} owner={chosenOwner} />}
          aside={<EconomicTermsPanel key={chosen.fundId} {...chosen} />}
        />
      )}
    </AnalysisFrame>
  );
}

interface FeeBasis extends FundOnDay {
  /** A kind of investor, or an investor of this tenant by id. Undefined for the first choice. */
  readonly owner: string | undefined;
}

/** The choices of whose fees are displayed, and the chosen one: a kind of investor, or an investor. */
function useBasis({ fundId, endDate, owner }: FeeBasis) {
  const isLp = useSession().settings?.isLpTenant === true;
  const { data: references } = useRead('getFeeReferences', undefined);
  const { data: investors } = useRead(
    'listIlpaInvestors',
    isLp ? { params: { endDate }, query: { fundId } } : skipToken,
  );
  const own = (investors ?? []).map(({ investorId: value, investorName: label }) => ({ value, label }));
  const nameOf = (code: string) =>
    references?.feeInvestorTypes.find((feeInvestorType) => feeInvestorType.code === code)?.description ?? code;
  // The packages that managers send don't contain related parties.
  const availableTypes = types.filter((code) => !isLp || code !== 'RELATEDPARTY');
  const choices = [...own, ...availableTypes.map((value) => ({ value, label: nameOf(value) }))];
  const { value } = required(choices.find((choice) => choice.value === owner) ?? choices[0], 'a choice of fees');
  const type: FeeType | undefined = types.find((candidate) => candidate === value);
  return { choices, value, type, isLoading: isLp && investors === undefined };
}

function Tools({ onBasis, ...chosen }: FeeBasis & { readonly onBasis: (owner: string) => void }) {
  const { fundId, endDate } = chosen;
  const { choices, value, type } = useBasis(chosen);
  const download = useDownload();
  const choice = type === undefined ? { investorId: value } : {};
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Partners whose fees are included"
        value={value}
        onChange={onBasis}
        data={choices}
      />
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          void download('exportInvestorTemplate', { query: { fundId, endDate, format: 'excel', ...choice } })
        }
      >
        Reporting Template
      </Button>
    </>
  );
}

function Fees(chosen: FeeBasis) {
  const { fundId, endDate } = chosen;
  const { value, type, isLoading } = useBasis(chosen);
  const params = { endDate };
  const ofType = type !== undefined && !isLoading ? { params, query: { fundId, investorType: type } } : undefined;
  const ofInvestor = type === undefined ? { params, query: { fundId, investorId: value } } : undefined;
  const [feesOfType, feesOfInvestor] = [
    useRead('getFees', ofType ?? skipToken),
    useRead('getInvestorFees', ofInvestor ?? skipToken),
  ];
  const [profileOfType, profileOfInvestor] = [
    useRead('getIlpaProfile', ofType ? { params, query: { fundId } } : skipToken),
    useRead('getInvestorIlpaProfile', ofInvestor ?? skipToken),
  ];
  const [fees, profile] = ofInvestor ? [feesOfInvestor, profileOfInvestor] : [feesOfType, profileOfType];
  const { currentData: data, error, refetch } = fees;
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  return (
    <>
      {profile.currentData ? <Head profile={profile.currentData} /> : null}
      {data.periods[0]?.propertySections.map(({ code, name }) => (
        <FeeSection key={code} table={data} code={code} name={name} />
      ))}
    </>
  );
}

function Head({ profile }: { readonly profile: IlpaProfile }) {
  const { fund, investor, currency, commitment, unfunded, nav, numberOfInvestors, notDetermined } = profile;
  const reason = (name: string) => notDetermined.find(({ field }) => field === name)?.message;
  return (
    <Panel title={investor ? `${fund.fundName}, ${investor.investorName}` : fund.fundName}>
      <FigureStrip
        figures={[
          { label: 'Commitments', kind: 'money', value: commitment, note: currency, reason: reason('commitment') },
          { label: 'Unfunded', kind: 'money', value: unfunded, reason: reason('unfunded') },
          { label: 'NAV', kind: 'money', value: nav, reason: reason('nav') },
          ...(numberOfInvestors === null || investor
            ? []
            : [{ label: 'Investors', kind: 'count' as const, value: numberOfInvestors }]),
        ]}
      />
    </Panel>
  );
}

/** A section of the table, with a column per period. */
function FeeSection({ table, code, name }: { readonly table: FeeTable; readonly code: string; readonly name: string }) {
  const columnOf = (period: FeeTable['periods'][number]) => {
    const properties =
      period.propertySections.find((propertySection) => propertySection.code === code)?.properties ?? [];
    return new Map(properties.map(({ row, amount }) => [row, amount]));
  };
  // A period starts with the day after its opening balance.
  const columns = table.periods.map((period) => ({ period, amounts: columnOf(period) }));
  const rows =
    table.periods[0]?.propertySections.find((propertySection) => propertySection.code === code)?.properties ?? [];
  return (
    <TablePanel
      title={`${name}, ${table.currency}`}
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
              : `${period.periodName} from ${formatDate(addDays(calendarDate(period.startDate), 1))}`,
        })),
      ]}
      rows={rows.map(({ row, label }) => ({
        row,
        label,
        ...Object.fromEntries(columns.map(({ period, amounts }) => [period.code, amounts.get(row) ?? null])),
        notDetermined: table.notDetermined.flatMap(({ field, ...why }) =>
          field === String(row)
            ? columns.flatMap(({ period, amounts }) =>
                amounts.get(row) == null ? [{ field: period.code, ...why }] : [],
              )
            : [],
        ),
      }))}
      rowKey={({ row }) => String(row)}
    />
  );
}
