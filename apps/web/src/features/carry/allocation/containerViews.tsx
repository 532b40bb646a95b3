import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { ContainerProfiles } from './ContainerProfiles.tsx';
import { containerPath, type ContainerKind } from './addresses.ts';
import { useContainer } from './useContainer.ts';

/** The allocation tab of a fund, coinvestment, entity or vintage. */
export const containerAllocation = (kind: ContainerKind) =>
  function AllocationView({ id }: ViewProps) {
    return <ContainerProfiles location={{ id, kind }} />;
  };

/** The allocation tab of an investment: the profiles of each fund and coinvestment that holds it, or only of the one in the address. */
export function InvestmentAllocation({ id }: ViewProps) {
  const { fundOrCoinvestmentId: chosen } = useParams();
  const { data } = useRead('getInvestment', { params: { id } });
  if (!data) return <LoadingState />;
  const parts = [
    ...data.fundInvestments.map((part) => ({ id: part.id, kind: 'fundInvestment' as const, holder: part.fund })),
    ...data.coinvestmentInvestments.map((part) => ({
      id: part.id,
      kind: 'coinvestmentInvestment' as const,
      holder: part.coinvestment,
    })),
  ];
  const visible = parts.filter((part) => !chosen || part.id === chosen || part.holder.id === chosen);
  return visible.map(({ id: partId, kind, holder }) => (
    <ContainerProfiles
      key={partId}
      location={{ id: partId, kind, investmentId: id }}
      title={`Allocation profiles, ${holder.name ?? holder.description ?? holder.code ?? ''}`}
    />
  ));
}

/** The allocation part of a tranche's profile. */
export function TrancheAllocation({ id }: ViewProps) {
  const { investmentId } = useParams();
  return <ContainerProfiles location={{ id, kind: 'tranche', investmentId }} />;
}

/** The page with the profiles of the container that the address names. */
export function ContainerAllocation(_props: ScreenProps) {
  const { container, error } = useContainer();
  useRecordCrumb(container?.name, container && `#${containerPath(container)}`);
  if (error) return <ErrorState message={failureText(error)} />;
  return container ? <ContainerProfiles isPage location={container} /> : <LoadingState />;
}
