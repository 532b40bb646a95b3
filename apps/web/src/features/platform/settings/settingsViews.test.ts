import { expect, it } from 'vitest';
import { subViewsOf } from './settingsViews.ts';

it('starts reference data with the countries [U-T-018]', () =>
  expect(subViewsOf('reference')[0]?.views[0]).toMatchObject({ name: 'country' }));
