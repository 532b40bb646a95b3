import { expect, it } from 'vitest';
import { decideInvestor } from './index.ts';

it('only a fund or an SPV is a vehicle, and has no commitment to itself', () => {
  const codes = (facts: Partial<Parameters<typeof decideInvestor>[0]>) =>
    decideInvestor({ type: 'SPV', isVehicle: true, wouldOwnItself: false, ...facts }).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ type: undefined })).toEqual(['NOT_FOUND']);
  expect(codes({ type: 'PENSION' })).toEqual(['INVALID_VALUE']);
  expect(codes({ type: 'PENSION', isVehicle: false })).toEqual([]);
  expect(codes({ wouldOwnItself: true })).toEqual(['FEEDER_CYCLE']);
});
