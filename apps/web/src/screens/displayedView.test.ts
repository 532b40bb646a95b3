import { expect, it } from 'vitest';
import { screens } from '../screens.ts';
import { redirectedView, displayedView } from '../frame/displayedView.ts';

const views = screens.find(({ path }) => path.startsWith('/carry/investment/:id/profile'))?.views ?? [];
const displayed = (name: string | undefined) => displayedView(views, name)?.id;

it('shows the first view if the address names none, whether or not that view has another name [U-C-033]', () => {
  expect(displayed(undefined)).toBe('tranche');
  expect(displayed('overview')).toBe('tranche');
  expect(displayed('metric')).toBe('metric');
  expect(displayed('nothing')).toBe('tranche');
});

const viewsAt = (path: string) => screens.find((screen) => screen.path === path)?.views ?? [];

it.each([
  ['vintage', '/carry/vintage/:id/profile', 'transactions', 'U-C-011'],
  ['trust', '/carry/trust/:id/profile', 'overview', 'U-C-020'],
  ['distribution', '/carry/distribution/:id', 'overview', 'U-C-031'],
  ['investor', '/performance/investor/:id', 'overview', 'U-P-019'],
])('opens a %s at %s on %s [%s]', (_record, path, first) => {
  expect(displayedView(viewsAt(path), undefined)?.id).toBe(first);
});

it('redirects from a view that a performance fund does not have to its overview [U-P-021]', () => {
  const views = viewsAt('/performance/fund/:id');
  expect(displayedView(views, 'nothing-of-the-kind')?.id).toBe('overview');
  // The address is redirected [R-P-066].
  expect(redirectedView(views, 'nothing-of-the-kind')).toBe('overview');
  expect([redirectedView(views, 'ledger'), redirectedView(views, undefined)]).toEqual([undefined, undefined]);
});

it('shows the vesting of an employee, which is not a tab [U-C-019]', () => {
  const views = viewsAt('/carry/employee/:id/profile');
  expect(displayedView(views, 'vesting')).toMatchObject({ id: 'vesting', isUnlisted: true });
});
