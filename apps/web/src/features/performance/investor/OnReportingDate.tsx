import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { ComponentType } from 'react';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { NoReportingData } from '../../../statement/NoReportingData.tsx';
import { useInvestorDate } from './useInvestorDate.ts';

export interface DatedViewProps extends ViewProps {
  readonly endDate: string;
}

/** Creates a view of an investor at its reporting date. Without a date, the view displays a notice. */
export const onReportingDate = (View: ComponentType<DatedViewProps>) =>
  function OnReportingDate({ id }: ViewProps) {
    const { endDate, hasNoDate } = useInvestorDate(id);
    if (hasNoDate) return <NoReportingData subject="investor" />;
    return endDate === undefined ? (
      <LoadingState lines={12} />
    ) : (
      <PictureSubject reportingDate={endDate}>
        <View key={`${id} ${endDate}`} id={id} endDate={endDate} />
      </PictureSubject>
    );
  };
