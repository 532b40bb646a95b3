import { z } from 'zod';
import {
  allocationProfile,
  allocationProfileSummary,
  saveAllocationProfileBody,
  wrongProfile,
} from './allocationProfile.ts';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, id } from '../../core/schema.ts';

const permission = 'allocationProfile.view';
const tags = ['AllocationProfile'] as const;
const profileParams = idParams.extend({ profileId: id() });
const fund = '/api/carry/fund/:id';
const coinvestment = '/api/carry/coinvestment/:id';
const investment = '/api/carry/investment/:id';

const list = (base: string) =>
  ({
    method: 'GET',
    path: `${base}/allocation`,
    summary: 'Its allocation profiles, all versions',
    permission,
    params: idParams,
    query: z.strictObject({ asOf: date().optional() }),
    result: z.array(allocationProfileSummary),
    tags,
  }) as const;
const getProfile = (base: string) =>
  ({
    method: 'GET',
    path: `${base}/allocation/:profileId`,
    summary: 'One of its allocation profiles',
    permission,
    params: profileParams,
    result: allocationProfile,
    tags,
  }) as const;
const current = (base: string) =>
  ({
    method: 'GET',
    path: `${base}/allocation/profile`,
    summary: 'Default allocation profile of a fund, coinvestment or investment, optionally as of a date',
    permission,
    params: idParams,
    query: z.strictObject({ asOf: date().optional() }),
    result: allocationProfile,
    failures: ['NOT_FOUND'],
    tags,
  }) as const;
const remove = (base: string) =>
  ({
    method: 'DELETE',
    path: `${base}/allocation/:profileId`,
    summary: 'Delete one of its allocation profiles',
    permission: 'allocationProfile.edit',
    params: profileParams,
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['IS_DEFAULT', 'PROFILE_IN_USE', 'IN_USE', 'STALE_VERSION'],
  }) as const;
const save = (base: string) =>
  ({
    method: 'POST',
    path: `${base}/allocation`,
    summary: 'Create or change an allocation profile',
    permission: 'allocationProfile.edit',
    params: idParams,
    bodySize: 'long',
    body: saveAllocationProfileBody,
    result: allocationProfile,
    failures: [...wrongProfile, 'SEVERAL_HOLDERS'],
  }) as const;

/** The allocation profile operations under the container's own path. */
export const containerAllocationEndpoints = defineEndpoints({
  listFundAllocationProfiles: list(fund),
  getFundAllocationProfile: getProfile(fund),
  getFundDefaultAllocationProfile: current(fund),
  saveFundAllocationProfile: save(fund),
  deleteFundAllocationProfile: remove(fund),
  listCoinvestmentAllocationProfiles: list(coinvestment),
  getCoinvestmentAllocationProfile: getProfile(coinvestment),
  getCoinvestmentDefaultAllocationProfile: current(coinvestment),
  saveCoinvestmentAllocationProfile: save(coinvestment),
  deleteCoinvestmentAllocationProfile: remove(coinvestment),
  /** For all holdings and tranches of an investment. */
  listInvestmentAllocationProfiles: list(investment),
  getInvestmentAllocationProfile: getProfile(investment),
  getInvestmentDefaultAllocationProfile: current(investment),
  deleteInvestmentAllocationProfile: remove(investment),
});
