import { type Kind, kinds } from '@carrara/contract/core/kinds';
import { separators, unclearDays, unclearNumbers } from '@carrara/domain/kernel/displayFormat';
import { formatDate } from '../value/formatDate.ts';
import { personalFormats } from '../value/personalFormats.ts';

const isNumber = (kind: Kind | undefined): boolean => kind !== undefined && 'inputDecimals' in kinds[kind];

/**
 * Returns a function that explains why a pasted text is unclear. It could mean two values, because other cells of the paste aren't in the person's
 * format. A single cell is in the person's format.
 */
export function unclearTexts<Cell extends { readonly text: string }>(
  cells: readonly Cell[],
  kindOf: (cell: Cell) => Kind | undefined,
): (kind: Kind, text: string) => string | undefined {
  if (cells.length < 2) return () => undefined;
  const { dateFormat, numberFormat } = personalFormats();
  const texts = (isOfKind: (kind: Kind | undefined) => boolean) =>
    cells.filter((cell) => isOfKind(kindOf(cell))).map(({ text }) => text);
  const numbers = unclearNumbers(texts(isNumber), numberFormat);
  const days = unclearDays(
    texts((kind) => kind === 'date'),
    dateFormat,
  );
  return (kind, text) => {
    if (kind === 'date' && days.has(text.trim()))
      return `'${text.trim()}' is unclear, because other pasted dates are in another format. Write it like ${formatDate('2026-09-30')}`;
    if (isNumber(kind) && numbers.has(text.trim()))
      return `'${text.trim()}' is unclear, because other pasted numbers are in another format. Use ${separators(numberFormat).names}`;
    return undefined;
  };
}
