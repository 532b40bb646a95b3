import { expect, it } from 'vitest';
import { callsByConcept } from './contract.ts';

const calls = Object.values(callsByConcept).flatMap((endpoints) => Object.values(endpoints));
const under = (base: string) => calls.filter(({ path }) => path.startsWith(base));

it('has every call below /api, those of carry, performance, reporting and comp below a base of their own [U-T-082]', () => {
  expect(calls.filter(({ path }) => !path.startsWith('/api/')).map(({ path }) => path)).toEqual([]);
  for (const module of ['carry', 'performance', 'reporting', 'comp'])
    expect(under(`/api/${module}/`).length, module).toBeGreaterThan(3);
});

it.each(['dashboard', 'ilpa'])('has the calls of %s below performance only [U-T-085]', (part) => {
  expect(under(`/api/performance/${part}`).length).toBeGreaterThan(0);
  expect(under(`/api/${part}`)).toEqual([]);
});
