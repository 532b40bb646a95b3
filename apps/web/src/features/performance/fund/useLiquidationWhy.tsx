import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { ReactNode } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

export type LiquidationQuestion = Argument<'getHypotheticalLiquidation'>;
/** Draws a figure: of the fund, or of a partner. */
export type DrawFigure = (figure: string, value: string | null, investorId?: string) => ReactNode;

/** Returns functions that explain the figures of a liquidation: large ones, and those in table cells. */
export function useLiquidationWhy() {
  const dispatch = useAppDispatch();
  return ({ params, query }: LiquidationQuestion): { readonly button: DrawFigure; readonly cell: DrawFigure } => {
    const props = (figure: string, value: string, investorId?: string) => ({
      // Another value has another explanation.
      key: JSON.stringify([params, query, figure, investorId, value]),
      figure: valueText('money', value),
      load: () =>
        readExplanation(dispatch, 'explainHypotheticalLiquidation', {
          params,
          query: { ...query, figure, ...(investorId === undefined ? {} : { investorId }) },
        }),
    });
    return {
      button: (figure, value) => {
        if (value === null) return null;
        const { key, ...why } = props(figure, value);
        return <Why key={key} {...why} />;
      },
      cell: (figure, value, investorId) => {
        const drawn = <Value kind="money" value={value} />;
        if (value === null) return drawn;
        const { key, ...why } = props(figure, value, investorId);
        return (
          <ExplainedFigure key={key} {...why}>
            {drawn}
          </ExplainedFigure>
        );
      },
    };
  };
}
