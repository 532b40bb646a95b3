import { shownFigure } from '@carrara/contract/core/shownFigure';
import { ErrorState } from '@carrara/ui/feedback';
import { failureText } from '../../../api/failure.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { ShownCurrencySelect } from '../../../period/shownCurrency.tsx';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useSession } from '../../../session/hooks.ts';
import { fundRecord } from './fundRecord.ts';
import { useFundProfile } from './useFundPeriod.ts';

const figures = [
  { field: 'commitment', label: 'Commitment', kind: 'money' },
  { field: 'contributions', label: 'Contributions', kind: 'money' },
  { field: 'distributions', label: 'Distributions', kind: 'money' },
  { field: 'nav', label: 'NAV', kind: 'money' },
  { field: 'irr', label: 'Net IRR', kind: 'return' },
  { field: 'tvpi', label: 'TVPI', kind: 'multiple' },
  { field: 'dpi', label: 'DPI', kind: 'multiple' },
] as const;

/** Who has invested in it is the manager's: an investor sees the own share alone. */
export function FundProfile({ screen }: ScreenProps) {
  const isLp = useSession().settings?.isLpTenant === true;
  const views = screen.views?.filter(({ id }) => !(isLp && id === 'investors')) ?? [];
  return (
    <RecordProfile record={fundRecord} screen={{ ...screen, views }} notice={({ id }) => <FundPeriod id={id} />} />
  );
}

function FundPeriod({ id }: { readonly id: string }) {
  const { data, error, refetch, date, codes, own, shown, setShown } = useFundProfile(id);
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (date.isNone) return null;
  const strip =
    data && date.endDate
      ? figures.map(({ field, label, kind }) => ({ label, ...shownFigure({ field, kind }, data) }))
      : [];
  return (
    <PeriodTools figures={strip}>
      <ReportingDateSelect date={date} />
      {own ? <ShownCurrencySelect codes={codes} own={own} value={shown} onChange={setShown} /> : null}
    </PeriodTools>
  );
}
