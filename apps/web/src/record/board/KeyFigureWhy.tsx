import type { KeyFigureRow } from '@carrara/contract/core/keyFigure';
import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';

interface KeyFigureWhyProps {
  readonly figure: Pick<KeyFigureRow, 'field' | 'currency' | 'kind' | 'value'>;
  readonly load: () => Promise<Explanation>;
}

/** The explanation of a key figure. It loads again when the figure changes. */
export const KeyFigureWhy = ({ figure: { field, currency, kind, value }, load }: KeyFigureWhyProps) =>
  value === null ? null : (
    <Why key={`${field} ${currency ?? ''} ${value}`} figure={valueText(kind, value)} load={load} />
  );

/** Returns the query of a key figure's explanation. */
export const explanationQuery = <F extends string>({
  field,
  currency,
}: Pick<KeyFigureRow<F>, 'field' | 'currency'>) => ({
  query: { figure: field, ...(currency === null ? {} : { currency }) },
});
