import { distributionLifecycle } from '@carrara/domain/carry/distribution';
import { expect, it } from 'vitest';
import { distributionsByFund } from './distributionsByFund.ts';

it('offers every status of a distribution with the labels of its lifecycle', () => {
  const { options } = distributionsByFund.parameters.status;
  expect(Object.fromEntries(options.map(({ code, description }) => [code, description]))).toEqual(
    distributionLifecycle.states,
  );
});
