import { expect, it } from 'vitest';
import { screens } from '../screens.ts';
import { shownView } from './shownView.ts';

const views = screens.find(({ path }) => path.startsWith('/carry/investment/:id/profile'))?.views ?? [];
const shown = (name: string | undefined) => shownView(views, name)?.id;

it('shows the first view where the address names none, whether or not that view has another name', () => {
  expect(shown(undefined)).toBe('tranche');
  expect(shown('overview')).toBe('tranche');
  expect(shown('metric')).toBe('metric');
  expect(shown('nothing')).toBe('tranche');
});
