import type { Kind } from '@carrara/contract/core/kinds';
import { type ShownFigure, shownFigure } from '@carrara/contract/core/shownFigure';
import { ExplainedFigure, Why } from '@carrara/ui/profile';
import { Value, valueText } from '@carrara/ui/value';
import { type ReactNode, useCallback } from 'react';
import { useDownload } from '../api/download.ts';
import type { Argument } from '../api/operations.ts';
import { readExplanation } from '../api/readExplanation.ts';
import { useAppDispatch } from '../session/hooks.ts';
import styles from './period.module.css';

/** Whose figures at which quarter end; a figure may be of another subject of the same screen. */
export type FigureOf = Omit<Argument<'explainPerformance'>['query'], 'figure'>;

export interface FigureColumn {
  readonly field: string;
  readonly kind: Kind;
}

export interface FigureWhy {
  /** A <Why/> behind a figure that is shown large. */
  readonly of: (about: FigureOf, figure: string, shown: ShownFigure) => ReactNode;
  /** A figure of a table, as it is drawn there, with its 'why?'. */
  readonly cell: (about: FigureOf, figure: string, shown: ShownFigure) => ReactNode;
}

/** Asks why figures of a quarter end are what they are. */
export function useFigureWhy(): FigureWhy {
  const dispatch = useAppDispatch();
  const download = useDownload();
  const load = useCallback(
    async (about: FigureOf, figure: string) => {
      const query = { ...about, figure };
      const explanation = await readExplanation(dispatch, 'explainPerformance', { query });
      return { ...explanation, onPrint: () => void download('printPerformanceExplanation', { query }) };
    },
    [dispatch, download],
  );
  const propsOf = (about: FigureOf, figure: string, { kind, value }: ShownFigure) => ({
    figure: valueText(kind, value),
    load: () => load(about, figure),
  });
  return {
    of: (about, figure, shown) =>
      isEmpty(shown) ? null : <Why key={keyOf(about, shown)} {...propsOf(about, figure, shown)} />,
    cell: (about, figure, shown) => {
      const { kind, value, reason } = shown;
      const drawn = <Value kind={kind} value={value} {...(reason === undefined ? {} : { reason })} />;
      if (isEmpty(shown)) return drawn;
      return (
        <ExplainedFigure key={keyOf(about, shown)} {...propsOf(about, figure, shown)}>
          {drawn}
        </ExplainedFigure>
      );
    },
  };
}

/** A dash says that a figure does not apply. */
const isEmpty = ({ value }: ShownFigure) => value === null || value === undefined;
/** What was answered is of the figure as it was: when that changes it is asked for anew. */
const keyOf = (about: FigureOf, { value }: ShownFigure) => `${JSON.stringify(about)} ${String(value)}`;

/** The cells of these columns with their 'why?'; `aboutOf` says whose figures a row has. */
export const whyCells = <Row extends object>(
  why: FigureWhy,
  columns: readonly FigureColumn[],
  aboutOf: (row: Row) => FigureOf,
  figureOf: (field: string) => string = (field) => field,
): Readonly<Record<string, (row: Row) => ReactNode>> =>
  Object.fromEntries(
    columns.map((column) => [
      column.field,
      (row: Row) =>
        why.cell(aboutOf(row), figureOf(column.field), shownFigure(column, row as Readonly<Record<string, unknown>>)),
    ]),
  );

/** A table whose figures are asked why: the question stands left of a figure, over the space between two columns. */
export const WhyTable = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.whyTable}>{children}</div>
);
