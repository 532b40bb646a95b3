import { expect, it } from 'vitest';
import { fundFigures } from './fundFigures.ts';

it('a fund’s page opens with at most six key figures, and investors see no gross returns', () => {
  const fields = (isLp: boolean) => {
    const { key, other } = fundFigures(isLp);
    return [key, other].map((figures) => figures.map(({ field }) => field));
  };
  const key = ['nav', 'irr', 'tvpi', 'dpi', 'distributions', 'unfunded'];
  const other = ['commitment', 'contributions', 'rvpi', 'pic'];
  expect(fields(false)).toEqual([key, [...other, 'grossIrr', 'grossMoic']]);
  expect(fields(true)).toEqual([key, other]);
});
