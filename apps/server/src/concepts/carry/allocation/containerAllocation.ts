import { loadProfileSummary, profilesOfContainers } from '@carrara/adapters/postgres/carry/allocation/reads';
import { investmentLocations } from '@carrara/adapters/postgres/carry/carryViews/sourceChoices';
import type { AllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import type { containerAllocationEndpoints } from '@carrara/contract/carry/allocation/containerAllocation';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { HandlerInputOf, Operations, RequestContext } from '../../../core/operations.ts';
import { allocationProfileOperations } from './allocationProfile.ts';
import { containerRead, ownerNotFound, type OfRecord, ownerExists } from '../../../core/ownerScope.ts';

type Endpoints = typeof containerAllocationEndpoints;
type Kind = 'fund' | 'coinvestment' | 'investment';
interface AsOf extends OfRecord {
  readonly query: { readonly asOf?: string | undefined };
}
interface OfProfile {
  readonly params: { readonly id: string; readonly profileId: string };
}

/** Returns the containers with profiles. For an investment, these are its holdings and tranches. */
const locationsOf = ({ tx }: RequestContext, kind: Kind, id: string): Promise<readonly string[]> =>
  kind === 'investment' ? investmentLocations(tx, id) : Promise.resolve([id]);

async function belongs(context: RequestContext, kind: Kind, { params }: OfProfile): Promise<Result<true, Failures>> {
  const profile = await loadProfileSummary(context.tx, params.profileId);
  const locations = profile ? await locationsOf(context, kind, params.id) : [];
  return profile && locations.includes(profile.containerId) ? ok(true) : ownerNotFound('allocation profile');
}

/** Returns the endpoints for one kind of container, based on the operations of the allocation profile. */
function profilesUnder(kind: Kind) {
  return {
    list: containerRead(kind, async (context: RequestContext, { params, query }: AsOf) =>
      profilesOfContainers(context.tx, await locationsOf(context, kind, params.id), query.asOf),
    ),
    async read(context: RequestContext, input: OfProfile): Promise<Result<AllocationProfile, Failures>> {
      const found = await belongs(context, kind, input);
      if (found.isErr()) return err(found.error);
      return allocationProfileOperations.getAllocationProfile(context, { params: { id: input.params.profileId } });
    },
    async current(context: RequestContext, { params, query }: AsOf): Promise<Result<AllocationProfile, Failures>> {
      const profiles = await profilesOfContainers(context.tx, await locationsOf(context, kind, params.id), query.asOf);
      const profile = query.asOf ? profiles[0] : profiles.find(({ isCurrent }) => isCurrent);
      if (!profile) return ownerNotFound('allocation profile');
      return allocationProfileOperations.getAllocationProfile(context, { params: { id: profile.id } });
    },
    async save(context: RequestContext, { params, body }: HandlerInputOf<Endpoints['saveFundAllocationProfile']>) {
      if (!(await ownerExists(context.tx, params.id, kind))) return ownerNotFound(kind);
      return allocationProfileOperations.saveAllocationProfile(context, { params: { containerId: params.id }, body });
    },
    async remove(
      context: RequestContext,
      input: HandlerInputOf<Endpoints['deleteFundAllocationProfile']>,
    ): Promise<Result<{ id: string }, Failures>> {
      const found = await belongs(context, kind, input);
      if (found.isErr()) return err(found.error);
      const params = { id: input.params.profileId };
      return allocationProfileOperations.deleteAllocationProfile(context, { params, query: input.query });
    },
  };
}
const ofFund = profilesUnder('fund');
const ofCoinvestment = profilesUnder('coinvestment');
const ofInvestment = profilesUnder('investment');

export const containerAllocationOperations: Operations<Endpoints> = {
  listFundAllocationProfiles: ofFund.list,
  getFundAllocationProfile: ofFund.read,
  getFundDefaultAllocationProfile: ofFund.current,
  saveFundAllocationProfile: ofFund.save,
  deleteFundAllocationProfile: ofFund.remove,
  listCoinvestmentAllocationProfiles: ofCoinvestment.list,
  getCoinvestmentAllocationProfile: ofCoinvestment.read,
  getCoinvestmentDefaultAllocationProfile: ofCoinvestment.current,
  saveCoinvestmentAllocationProfile: ofCoinvestment.save,
  deleteCoinvestmentAllocationProfile: ofCoinvestment.remove,
  listInvestmentAllocationProfiles: ofInvestment.list,
  getInvestmentAllocationProfile: ofInvestment.read,
  getInvestmentDefaultAllocationProfile: ofInvestment.current,
  deleteInvestmentAllocationProfile: ofInvestment.remove,
};
