import type { AllocationProfileSummary } from '@carrara/contract/carry/allocation/allocationProfile';
import type { CrumbLocation } from '../../../frame/RecordCrumb.tsx';

export type ContainerKind = AllocationProfileSummary['container']['kind'];
export type EditorMode = 'create' | 'copy' | 'edit';

/** The location in which the profiles of a container are edited. */
export interface ContainerLocation {
  readonly id: string;
  readonly kind: ContainerKind;
  readonly investmentId?: string | null | undefined;
  readonly fundId?: string | null | undefined;
}

const bases: Readonly<Record<ContainerKind, (location: ContainerLocation) => string | undefined>> = {
  fund: ({ id }) => `/carry/fund/${id}`,
  coinvestment: ({ id }) => `/carry/coinvestment/${id}`,
  entity: ({ id }) => `/carry/entity/${id}`,
  vintage: ({ id }) => `/carry/vintage/${id}`,
  investment: () => undefined,
  tranche: (location) => inInvestment(location, 'tranche'),
  fundInvestment: (location) => inInvestment(location, 'fund'),
  coinvestmentInvestment: (location) => inInvestment(location, 'coinvestment'),
  fundVintage: ({ id, fundId }) => (fundId ? `/carry/fund/${fundId}/vintage/${id}` : undefined),
};

const inInvestment = ({ id, investmentId }: ContainerLocation, type: string) =>
  investmentId ? `/carry/investment/${investmentId}/${type}/${id}` : undefined;

/** The section of each container type, with which the breadcrumbs of its profiles begin. */
export const sectionOfContainer: Readonly<Record<ContainerKind, CrumbLocation>> = {
  fund: { section: 'fund', listTitle: 'Fund Profiles' },
  coinvestment: { section: 'coinvestment', listTitle: 'Coinvestment Profiles' },
  entity: { section: 'participant', listTitle: 'Entity Profiles' },
  vintage: { section: 'vintage', listTitle: 'Vintage Profiles' },
  fundVintage: { section: 'vintage', listTitle: 'Vintage Profiles' },
  investment: { section: 'investment', listTitle: 'Investment Profiles' },
  tranche: { section: 'investment', listTitle: 'Investment Profiles' },
  fundInvestment: { section: 'investment', listTitle: 'Investment Profiles' },
  coinvestmentInvestment: { section: 'investment', listTitle: 'Investment Profiles' },
};

export const createPath = (location: ContainerLocation): string =>
  `${bases[location.kind](location) ?? '/carry'}/allocation/create`;

/** Returns the path to copy or edit a profile. It is below the container's path if there is one. */
export function editorPath(profile: AllocationProfileSummary, mode: 'copy' | 'edit'): string {
  const base = bases[profile.container.kind](profileLocation(profile));
  return base ? `${base}/allocation/${profile.id}/${mode}` : `/carry/allocation/${profile.id}/profile/${mode}`;
}

export const profileLocation = ({ container, fundId, investmentId }: AllocationProfileSummary): ContainerLocation => ({
  id: container.id,
  kind: container.kind,
  fundId,
  investmentId,
});

export const profilePath = (id: string, view = 'overview'): string => `/carry/allocation/${id}/profile/${view}`;

const homes: Readonly<Record<ContainerKind, (location: ContainerLocation) => string>> = {
  fund: ({ id }) => `/carry/fund/${id}/profile/allocation`,
  coinvestment: ({ id }) => `/carry/coinvestment/${id}/profile/allocation`,
  entity: ({ id }) => `/carry/entity/${id}/profile/allocation`,
  vintage: ({ id }) => `/carry/vintage/${id}/profile/allocation`,
  investment: ({ id }) => `/carry/investment/${id}/profile/allocation`,
  tranche: ({ id, investmentId }) => `/carry/investment/${String(investmentId)}/tranche/${id}/profile/allocation`,
  fundInvestment: ({ id, investmentId }) => `/carry/investment/${String(investmentId)}/profile/allocation/${id}`,
  coinvestmentInvestment: ({ id, investmentId }) =>
    `/carry/investment/${String(investmentId)}/profile/allocation/${id}`,
  fundVintage: ({ id, fundId }) => `/carry/fund/${String(fundId)}/vintage/${id}/allocation`,
};

/** Returns the path of the container's list of profiles. */
export const containerPath = (location: ContainerLocation): string => homes[location.kind](location);
