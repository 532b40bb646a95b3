import type { Coinvestment } from '@carrara/contract/coinvestment';
import type { Fund } from '@carrara/contract/fund';
import type { Investment } from '@carrara/contract/investment';
import type { Entity } from '@carrara/contract/participant';
import type { Tranche } from '@carrara/contract/tranche';
import type { Vintage } from '@carrara/contract/vintage';
import { useParams } from 'react-router-dom';
import { type Reading, skipToken, useRead } from '../../api/calls.ts';
import type { QueryName } from '../../api/operations.ts';
import type { ContainerKind, ContainerPlace } from './places.ts';

export interface Container extends ContainerPlace {
  readonly name: string;
  /** An entity's members: whom its profile is for. */
  readonly members?: Entity['members'] | undefined;
}

interface Source {
  readonly kind: ContainerKind;
  readonly id: string;
  readonly operation: QueryName;
  readonly params: Readonly<Record<string, string>>;
  readonly nameOf: (record: never) => string | undefined;
}

const namedBy = <T>(nameOf: (record: T) => string | null | undefined) => nameOf as Source['nameOf'];

/** The container that an editor's address names; what it is follows from the names of the parameters. */
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
    return { kind, id: containerId, operation: 'getInvestment', params: { id: investmentId }, nameOf };
  }
  return undefined;
}

function partName(investment: Investment, partId: string): string | undefined {
  const fund = investment.fundInvestments.find(({ id }) => id === partId)?.fund;
  const coinvestment = investment.coinvestmentInvestments.find(({ id }) => id === partId)?.coinvestment;
  const holder = fund?.name ?? fund?.code ?? coinvestment?.name ?? coinvestment?.code;
  return holder ? `${investment.name} (${holder})` : undefined;
}

/** The container of the address that is open; undefined while it is read, or where the address names none. */
export function useContainer(): {
  readonly container: Container | undefined;
  readonly error: Reading<unknown>['error'];
} {
  const params = useParams();
  const source = sourceOf(params);
  const argument = (source ? { params: source.params } : skipToken) as never;
  const { data, error } = useRead<QueryName>(source?.operation ?? 'getFund', argument) as unknown as Reading<object>;
  const name = data && source?.nameOf(data as never);
  if (!source || name === undefined) return { container: undefined, error };
  const { kind, id } = source;
  const members = kind === 'entity' ? (data as Entity).members : undefined;
  return {
    container: { id, kind, name, members, investmentId: params['investmentId'], fundId: params['fundId'] },
    error,
  };
}
