import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { shareOfDate, vestingDateNotes } from '../../../record/profile/vestingDates.ts';
import type { ExplainVesting } from './useExplainVesting.ts';
import { noCurrency, type VestingAnalysis } from './VestingTable.tsx';

export interface VestedFiguresProps {
  readonly analysis: VestingAnalysis;
  /** Undefined in a dialog that asks for the date itself. Its figures have no explanations. */
  readonly explain?: ExplainVesting;
  /** A hypothetical amount that replaces the amount paid. */
  readonly carryAmount?: string | undefined;
}

/** The totals, with a line per currency if there are several. */
export function VestedFigures({ analysis, explain, carryAmount }: VestedFiguresProps) {
  const { vestingDate, vestingDateIs, totals, byCurrency } = analysis;
  const asOf = { label: 'As of', kind: 'date', value: vestingDate, note: vestingDateNotes[vestingDateIs] } as const;
  const several = byCurrency.length > 1;
  return (several ? byCurrency : [{ ...totals, currency: byCurrency[0]?.currency }]).map(
    ({ currency, ...sums }, at) => {
      const named = several || currency ? `, ${currency ?? noCurrency}` : '';
      const displayedKey = [vestingDate, sums.originalCarryAmount, sums.vestedCarryAmount].join(' ');
      const money = (label: string, figure: 'originalCarryAmount' | 'vestedCarryAmount' | 'forfeitedCarryAmount') => {
        const value = sums[figure];
        const displayed = { label: `${label}${named}`, kind: 'money', value } as const;
        if (!explain || byCurrency.length === 0) return displayed;
        const load = () => explain(figure, several ? { currency: currency ?? '' } : {});
        return { ...displayed, why: <Why key={displayedKey} figure={valueText('money', value)} load={load} /> };
      };
      return (
        <FigureStrip
          key={currency ?? 'none'}
          figures={[
            ...(at === 0 && explain ? [asOf] : []),
            {
              ...money('Original carry', 'originalCarryAmount'),
              note: carryAmount
                ? 'the share of the amount you entered'
                : `at ${shareOfDate(analysis)}${vestingDateIs === 'today' ? '' : ','} of the carry that these sources have paid`,
            },
            money('Vested', 'vestedCarryAmount'),
            // Unvested carry is forfeited only when the participant leaves.
            money(vestingDateIs === 'termination' ? 'Forfeited' : 'Not vested', 'forfeitedCarryAmount'),
          ]}
        />
      );
    },
  );
}
