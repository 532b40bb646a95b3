import { expect, it } from 'vitest';
import { fundFigures } from './fundFigures.ts';

it("heads a fund's profile with its gross returns and multiples, and an investor's without gross ones", () => {
  const more = (isLp: boolean) =>
    fundFigures(isLp)
      .map(({ label }) => label)
      .slice(6);
  expect(more(false)).toEqual(['TVPI', 'DPI', 'RVPI', 'PIC', 'Gross IRR', 'Gross MOIC']);
  expect(more(true)).toEqual(['TVPI', 'DPI', 'RVPI', 'PIC']);
});
