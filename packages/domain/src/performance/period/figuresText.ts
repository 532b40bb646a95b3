import { type Decimal, moneyText, significantText } from '@carrara/domain/kernel';
import { rateText } from '../return/index.ts';
import { type FigureName, type Figures, moneyFigures, multipleFigures, rateFigures } from './figures.ts';

/** Formats figures as they are stored and transmitted: money with two decimals, rates in percent, all as text. Null stays null. */
export function figureTexts(figures: Figures): Readonly<Record<FigureName, string | null>> {
  const textsFor = <F extends FigureName>(names: readonly F[], text: (value: Decimal) => string) =>
    names.map((name) => [name, textOf(figures[name], text)] as const);
  return Object.fromEntries([
    ...textsFor(moneyFigures, moneyText),
    ...textsFor(rateFigures, rateText),
    ...textsFor(multipleFigures, significantText),
  ]) as Record<FigureName, string | null>;
}

const textOf = (value: Decimal | null, text: (value: Decimal) => string): string | null =>
  value === null ? null : text(value);
