import type { Coinvestment } from '@carrara/contract/portfolio/coinvestment';
import type { Fund } from '@carrara/contract/portfolio/fund';
import type { Investment } from '@carrara/contract/portfolio/investment';
import { failures } from '@carrara/domain/kernel';
import type { Entity } from '@carrara/contract/people/participant';
import type { Tranche } from '@carrara/contract/portfolio/tranche';
import type { Vintage } from '@carrara/contract/portfolio/vintage';
import { useParams } from 'react-router-dom';
import { type Reading, skipToken, useReadByName } from '../../../api/calls.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import type { QueryName } from '../../../api/operations.ts';
import type { ContainerKind, ContainerLocation } from './addresses.ts';

export interface Container extends ContainerLocation {
  readonly name: string;
  /** For an entity, its members, whom the profile is for. */
  readonly members?: Entity['members'] | undefined;
}

interface Source {
  readonly kind: ContainerKind;
  readonly id: string;
  readonly operation: QueryName;
  readonly params: Readonly<Record<string, string>>;
  readonly nameOf: (record: never) => string | undefined;
  /** Returns the container's own id if the address may contain another id for it. */
  readonly idIn?: (record: never) => string | undefined;
}

const namedBy = <T>(nameOf: (record: T) => string | null | undefined) => nameOf as Source['nameOf'];

/** Returns the source of the container in an editor's address. The names of the parameters determine its type. */
function sourceOf(params: Readonly<Record<string, string | undefined>>): Source | undefined {
  const { fundId, coinvestmentId, entityId, vintageId, investmentId, containerType, containerId, trancheId } = params;
  if (vintageId) {
    const nameOf = namedBy<Vintage>(({ name }) => name);
    const kind = fundId ? 'fundVintage' : 'vintage';
    return { kind, id: vintageId, operation: 'getVintage', params: { id: vintageId }, nameOf };
  }
  if (fundId)
    return {
      kind: 'fund',
      id: fundId,
      operation: 'getFund',
      params: { id: fundId },
      nameOf: namedBy<Fund>(({ legalName }) => legalName),
    };
  if (coinvestmentId)
    return {
      kind: 'coinvestment',
      id: coinvestmentId,
      operation: 'getCoinvestment',
      params: { id: coinvestmentId },
      nameOf: namedBy<Coinvestment>(({ name }) => name),
    };
  if (entityId)
    return {
      kind: 'entity',
      id: entityId,
      operation: 'getEntity',
      params: { id: entityId },
      nameOf: namedBy<Entity>(({ name }) => name),
    };
  const tranche = trancheId ?? (containerType === 'tranche' ? containerId : undefined);
  if (investmentId && tranche) {
    const nameOf = namedBy<Tranche>(({ name, fundOrCoinvestmentName }) => name ?? fundOrCoinvestmentName);
    return {
      kind: 'tranche',
      id: tranche,
      operation: 'getTranche',
      params: { investmentId, trancheId: tranche },
      nameOf,
    };
  }
  if (investmentId && containerId) {
    const kind = containerType === 'coinvestment' ? 'coinvestmentInvestment' : 'fundInvestment';
    const nameOf = namedBy<Investment>((investment) => partName(investment, containerId));
    const idIn = namedBy<Investment>((investment) => partOf(investment, containerId)?.id);
    return { kind, id: containerId, operation: 'getInvestment', params: { id: investmentId }, nameOf, idIn };
  }
  return undefined;
}

/** Finds the part of an investment that an address refers to by its own id or by that of its fund or coinvestment. */
function partOf({ fundInvestments, coinvestmentInvestments }: Investment, id: string) {
  const parts = [
    ...fundInvestments.map((part) => ({ id: part.id, holder: part.fund })),
    ...coinvestmentInvestments.map((part) => ({ id: part.id, holder: part.coinvestment })),
  ];
  return parts.find((part) => part.id === id || part.holder.id === id);
}

function partName(investment: Investment, id: string): string | undefined {
  const holder = partOf(investment, id)?.holder;
  return holder && `${investment.name} (${holder.name ?? holder.code ?? ''})`;
}

const notFound: ApiFailure = { status: 404, message: failures.NOT_FOUND, errors: [] };

/** Reads the container in the current address. Undefined while loading, or if the address names none. */
export function useContainer(): {
  readonly container: Container | undefined;
  readonly error: Reading<unknown>['error'];
} {
  const params = useParams();
  const source = sourceOf(params);
  const argument = source ? { params: source.params } : skipToken;
  const { data, error } = useReadByName<object>(source?.operation ?? 'getFund', argument);
  const name = data && source?.nameOf(data as never);
  if (!source || name === undefined) return { container: undefined, error: error ?? (data ? notFound : undefined) };
  const { kind } = source;
  const id = source.idIn?.(data as never) ?? source.id;
  const members = kind === 'entity' ? (data as Entity).members : undefined;
  return {
    container: { id, kind, name, members, investmentId: params['investmentId'], fundId: params['fundId'] },
    error,
  };
}
