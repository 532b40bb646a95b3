import type { Kind } from '@carrara/contract/core/kinds';
import { type DisplayedFigure, displayedFigure } from '@carrara/contract/core/displayedFigure';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { Money, type MoneyProps } from '@carrara/ui/value/Money.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { type ReactNode, useCallback } from 'react';
import { useDownload } from '../api/download.ts';
import type { Argument } from '../api/operations.ts';
import { readExplanation } from '../api/readExplanation.ts';
import { useAppDispatch } from '../session/hooks.ts';
import styles from './period.module.css';

/** The subject and quarter end of a figure. A page can contain figures of several subjects. */
export type FigureSubject = Omit<Argument<'explainPerformance'>['query'], 'figure'>;

export interface FigureColumn {
  readonly field: string;
  readonly kind: Kind;
  /** The field with the amount in each currency. */
  readonly amountsIn?: string | undefined;
}

export interface FigureWhy {
  /** A <Why/> next to a large figure. */
  readonly render: (about: FigureSubject, figure: string, displayed: DisplayedFigure) => ReactNode;
  /** A figure in a table cell, with its explanation. */
  readonly cell: (about: FigureSubject, figure: string, displayed: DisplayedFigure) => ReactNode;
}

/** Returns functions that explain figures of a quarter end. */
export function useFigureWhy(): FigureWhy {
  const dispatch = useAppDispatch();
  const download = useDownload();
  const load = useCallback(
    async (about: FigureSubject, figure: string) => {
      const query = { ...about, figure };
      const explanation = await readExplanation(dispatch, 'explainPerformance', { query });
      return { ...explanation, onPrint: () => void download('printPerformanceExplanation', { query }) };
    },
    [dispatch, download],
  );
  const propsOf = (about: FigureSubject, figure: string, { kind, value }: DisplayedFigure) => ({
    figure: valueText(kind, value),
    load: () => load(about, figure),
  });
  return {
    render: (about, figure, displayed) =>
      isEmpty(displayed) ? null : <Why key={keyOf(about, displayed)} {...propsOf(about, figure, displayed)} />,
    cell: (about, figure, displayed) => {
      const { kind, value, reason } = displayed;
      const drawn = <Value kind={kind} value={value} {...(reason === undefined ? {} : { reason })} />;
      if (isEmpty(displayed)) return drawn;
      return (
        <ExplainedFigure key={keyOf(about, displayed)} {...propsOf(about, figure, displayed)}>
          {drawn}
        </ExplainedFigure>
      );
    },
  };
}

/** True for a figure that does not apply, which is displayed as a dash. */
const isEmpty = ({ value }: DisplayedFigure) => value === null || value === undefined;
/** Identifies an explanation by the figure and its value, so that it loads again when the value changes. */
const keyOf = (about: FigureSubject, { value }: DisplayedFigure) => `${JSON.stringify(about)} ${String(value)}`;

/** Returns the cells of these columns with explanations. `aboutOf` returns the subject of a row. */
export const explanationCells = <Row extends object>(
  why: FigureWhy,
  columns: readonly FigureColumn[],
  aboutOf: (row: Row) => FigureSubject,
  figureOf: (field: string) => string = (field) => field,
): Readonly<Record<string, (row: Row) => ReactNode>> =>
  Object.fromEntries(
    columns.map((column) => [
      column.field,
      (row: Row) => {
        const values = row as Readonly<Record<string, unknown>>;
        const amounts = (column.amountsIn ? values[column.amountsIn] : []) as MoneyProps['amounts'];
        // There is no explanation of several currencies as a whole.
        return amounts.length > 1 || (amounts.length === 1 && values['currency'] === null) ? (
          <Money amount={null} amounts={amounts} />
        ) : (
          why.cell(aboutOf(row), figureOf(column.field), displayedFigure(column, values))
        );
      },
    ]),
  );

/** A table with explained figures. The question mark appears to the left of a figure, in the space between two columns. */
export const WhyTable = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.whyTable}>{children}</div>
);
