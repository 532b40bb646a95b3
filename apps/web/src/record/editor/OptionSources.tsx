import type { Reference } from '@carrara/contract/core/kinds';
import { findRecordType } from '@carrara/contract/core/recordType';
import { recordTypes } from '@carrara/contract/core/registry';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import { type OptionSource, OptionSources } from '@carrara/ui/form/optionSources.ts';
import { type ReactNode, useState } from 'react';
import { readListOnce, readOnce } from '../../api/calls.ts';
import type { Answer, Argument, ListName, QueryName } from '../../api/operations.ts';
import type { Dispatch } from '../../session/sessionState.ts';
import { useAppDispatch } from '../../session/hooks.ts';

const mostChoices = 50;

/** Reads choices. If they can't be loaded, there are none. */
const choicesOf = <O extends QueryName>(
  dispatch: Dispatch,
  operation: O,
  argument: Argument<O>,
): Promise<Answer<O> | undefined> => readOnce(dispatch, operation, argument).catch(() => undefined);

/** Returns the choices for a reference to a record, from the list of its type. */
function recordSource(dispatch: Dispatch, { list, name = 'name', listQuery }: RecordType): OptionSource {
  return async (searchQuery) => {
    const argument = { query: { ...listQuery, searchQuery, pageSize: mostChoices } };
    const data = await readListOnce(dispatch, list as ListName, argument).catch(() => undefined);
    const options = (data?.pageData ?? []).map((row) => ({ id: String(row['id']), name: String(row[name]) }));
    return { options, total: data?.totalItemCount ?? 0 };
  };
}

function referenceSource(dispatch: Dispatch, type: string, without: readonly string[] = []): OptionSource {
  return async (search) => {
    const argument = { params: { type: type as 'country' } };
    const data = await choicesOf(dispatch, 'listReferenceEntries', argument);
    return (data ?? [])
      .filter(({ subType }) => !without.includes(subType ?? ''))
      .filter(({ code, description }) => matchesSearch(`${code} ${description}`, search))
      .map(({ id, code, description }): Reference => ({ id, code, description }));
  };
}

/** Returns the employees whose pay the person can enter. */
const payableEmployees = (dispatch: Dispatch): OptionSource =>
  recordSource(dispatch, { ...recordTypes.compEmployee, listQuery: { payable: 'true' } });

function vintageSource(dispatch: Dispatch, fundId: string): OptionSource {
  return async (search) => {
    const argument = { params: { id: fundId } };
    const data = await choicesOf(dispatch, 'listFundVintages', argument);
    return (data ?? [])
      .filter(({ vintageName }) => matchesSearch(vintageName, search))
      .map(({ id, vintageName }): Reference => ({ id, name: vintageName }));
  };
}

/** Returns the profiles for a tranche: its own, and those of its part, fund or coinvestment. */
function profileSource(dispatch: Dispatch, location: string): OptionSource {
  const [id = '', trancheId = ''] = location.split('/');
  return async (search) => {
    const argument = { params: { id, trancheId } };
    const data = await choicesOf(dispatch, 'listProfilesForTranche', argument);
    return profileChoices(data ?? [], search);
  };
}

/** Returns the profiles for a new tranche, which has none of its own yet: those of its part and of its holder. */
function holderProfileSource(dispatch: Dispatch, location: string): OptionSource {
  return async (search) => {
    const profiles = await Promise.all(
      location.split('/').map((id) => choicesOf(dispatch, 'listContainerAllocationProfiles', { params: { id } })),
    );
    return profileChoices(
      profiles.flatMap((some) => some ?? []),
      search,
    );
  };
}

/** Returns everything that can accrue carry: funds, coinvestments, their parts of investments, and tranches. */
function carrySources(dispatch: Dispatch): OptionSource {
  return async (search) => {
    const data = await choicesOf(dispatch, 'listInvestmentsForRealizations', undefined);
    return (data ?? [])
      .map(({ id, name, fund, coinvestment }): Reference => {
        const holder = coinvestment ?? fund;
        return { id, name: holder && holder.id !== id ? `${name}, ${holder.name ?? ''}` : name };
      })
      .filter(({ name }) => matchesSearch(name ?? '', search));
  };
}

/** Returns the investments of a fund or coinvestment. */
function holdings(dispatch: Dispatch, vehicleId: string): OptionSource {
  return async (search) =>
    ((await choicesOf(dispatch, 'listHoldings', { query: { vehicleId } })) ?? [])
      .filter(({ name }) => matchesSearch(name, search))
      .map(({ id, name }): Reference => ({ id, name }));
}

/** Returns funds and coinvestments. */
function vehicles(dispatch: Dispatch): OptionSource {
  return async (search) =>
    ((await choicesOf(dispatch, 'listVehicleNavigation', undefined)) ?? []).filter(({ name, code }) =>
      matchesSearch(`${code ?? ''} ${name}`, search),
    );
}

/** Returns tenants to link to: those that can be found by search, and one whose full name is typed. */
function linkTargets(dispatch: Dispatch): OptionSource {
  return async (search) => {
    const found = (await choicesOf(dispatch, 'listLinkTargets', { query: { name: search.trim() } })) ?? [];
    return found.filter(({ name }) => matchesSearch(name, search));
  };
}

/** Returns investors without a link. */
function linkableInvestors(dispatch: Dispatch): OptionSource {
  return async (search) => linkChoices(await choicesOf(dispatch, 'listLinkableInvestors', undefined), search);
}

/** Returns firms without a link. With a tenant id, also returns firms whose only link is with that tenant. */
function linkableFirms(dispatch: Dispatch, tenantId: string): OptionSource {
  const argument = { query: tenantId ? { tenantId } : {} };
  return async (search) => linkChoices(await choicesOf(dispatch, 'listLinkableFirms', argument), search);
}
const linkChoices = (found: readonly Reference[] | undefined, search: string) =>
  (found ?? []).filter(({ name, code }) => matchesSearch(`${code ?? ''} ${name ?? ''}`, search));

/** Returns the users of the firm. */
function users(dispatch: Dispatch): OptionSource {
  return async (searchQuery) => {
    const data = await choicesOf(dispatch, 'listUsers', { query: { searchQuery, pageSize: mostChoices } });
    return (data?.pageData ?? []).map(
      ({ id, firstName, lastName }): Reference => ({ id, name: `${firstName} ${lastName}` }),
    );
  };
}

/** Returns the people who can approve distributions. */
function approvers(dispatch: Dispatch): OptionSource {
  return async (search) =>
    ((await choicesOf(dispatch, 'listApproverCandidates', { query: {} })) ?? [])
      .filter(({ name, email }) => matchesSearch(`${name} ${email}`, search))
      .map(({ id, name }): Reference => ({ id, name }));
}

/** Returns people and trusts. Entities have no account of their own. */
function accountHolders(dispatch: Dispatch): OptionSource {
  return async (searchQuery) => {
    const query = { ...everybody, ...(searchQuery.length > 1 ? { searchQuery } : {}) };
    const data = await choicesOf(dispatch, 'listParticipants', { query });
    return (data?.pageData ?? [])
      .filter(({ type }) => type !== 'Entity')
      .map(({ id, name, code }): Reference => ({ id, name, code }));
  };
}
const everybody = { pageSize: mostChoices, isCarryEligible: 'false' } as const;

const profileChoices = (
  profiles: readonly { readonly id: string; readonly name: string; readonly version: number }[],
  search: string,
): Reference[] =>
  profiles
    .filter(({ name }) => matchesSearch(name, search))
    .map(({ id, name, version }) => ({ id, name: `${name}, version ${String(version)}` }));

const matchesSearch = (text: string, search: string) => text.toLowerCase().includes(search.trim().toLowerCase());

/** Caches the sources, so that an open list of choices does not start over. */
function createSources(dispatch: Dispatch): (target: string) => OptionSource {
  const sources = new Map<string, OptionSource>();
  const createSource = (target: string): OptionSource => {
    const [kind = '', type = ''] = target.split(':');
    if (kind === 'reference') return referenceSource(dispatch, type);
    if (kind === 'awardPayType') return referenceSource(dispatch, 'pay-type', ['SALARY', 'DEFERRED']);
    if (kind === 'payableEmployee') return payableEmployees(dispatch);
    // Without a chosen fund there are no vintages.
    if (kind === 'vintageOf') return type ? vintageSource(dispatch, type) : [];
    if (kind === 'profileForTranche') return profileSource(dispatch, type);
    if (kind === 'profileOfHolder') return type ? holderProfileSource(dispatch, type) : [];
    if (kind === 'carrySource') return carrySources(dispatch);
    if (kind === 'vehicle') return vehicles(dispatch);
    if (kind === 'holdingOf') return holdings(dispatch, type);
    if (kind === 'accountHolder') return accountHolders(dispatch);
    if (kind === 'linkTarget') return linkTargets(dispatch);
    if (kind === 'linkableFirm') return linkableFirms(dispatch, type);
    if (kind === 'linkableInvestor') return linkableInvestors(dispatch);
    if (kind === 'user') return users(dispatch);
    if (kind === 'approver') return approvers(dispatch);
    const record = findRecordType(kind);
    return record?.list ? recordSource(dispatch, record) : [];
  };
  return (target) => {
    const source = sources.get(target) ?? createSource(target);
    sources.set(target, source);
    return source;
  };
}

/** Provides choices to all forms of the product: reference data by type, and records from their lists. */
export function AllOptionSources({ children }: { readonly children: ReactNode }) {
  const dispatch = useAppDispatch();
  const [sources] = useState(() => createSources(dispatch));
  return <OptionSources value={sources}>{children}</OptionSources>;
}
