import { expect, it } from 'vitest';
import { subViews } from './settingsViews.ts';

it('starts reference data with the countries [U-T-018]', () =>
  expect(subViews('reference')[0]?.views[0]).toMatchObject({ name: 'country' }));
