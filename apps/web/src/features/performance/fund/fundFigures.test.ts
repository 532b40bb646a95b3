import { expect, it } from 'vitest';
import { fundFigures } from './fundFigures.ts';

it('a fund’s page opens with its performance, and investors see no gross returns', () => {
  const fields = (isLp: boolean) => fundFigures(isLp).map(({ field }) => field);
  const rates = ['irr', 'tvpi', 'dpi', 'rvpi', 'pic'];
  expect(fields(false).slice(0, 8)).toEqual([...rates, 'grossIrr', 'grossMoic', 'nav']);
  expect(fields(true).slice(0, 6)).toEqual([...rates, 'nav']);
  expect(fields(true)).not.toContain('grossIrr');
});
