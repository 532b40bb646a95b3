import { expect, it } from 'vitest';
import { fundFigures } from './fundFigures.ts';

it('heads the profile of a fund with its gross returns and multiples, that of an investor without gross ones', () => {
  const more = (isLp: boolean) =>
    fundFigures(isLp)
      .map(({ label }) => label)
      .slice(6);
  expect(more(false)).toEqual(['TVPI', 'DPI', 'RVPI', 'PIC', 'Gross IRR', 'Gross MOIC']);
  expect(more(true)).toEqual(['TVPI', 'DPI', 'RVPI', 'PIC']);
});
