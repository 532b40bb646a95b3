import type { Figure } from '@carrara/ui/profile/FigureStrip.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { displayedView } from '../../../frame/displayedView.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../../frame/ViewTabs.tsx';
import { PeriodTools, type PeriodToolsProps } from '../../../period/PeriodTools.tsx';
import { type ChosenDate, useStoredPeriod } from '../../../period/reportingDate.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { profilePath } from './reportingPages.ts';

export interface ReportingProfileProps extends ScreenProps {
  readonly subject: 'fund' | 'investment';
  readonly id: string;
  readonly name: string;
  readonly facts: readonly ReactNode[];
  readonly figures: readonly Figure[];
  readonly note?: PeriodToolsProps['note'];
  readonly date: ChosenDate;
  readonly actions?: ReactNode;
  /** Content after the reporting date. */
  readonly tools?: ReactNode;
}

/** A read-only record: its name, facts, figures of the viewed period, and tabs. */
export function ReportingProfile(props: ReportingProfileProps) {
  const { screen, subject, id, name, facts, figures, note, date, actions, tools } = props;
  const { view } = useParams();
  const periodQuery = useStoredPeriod();
  const views = screen.views ?? [];
  const current = displayedView(views, view);
  useRecordCrumb(name, toHref(profilePath(subject, id)));
  return (
    <>
      <ProfileHeader name={name} facts={facts} actions={actions} />
      <PeriodTools figures={figures} note={note}>
        <ReportingDateSelect date={date} />
        {tools}
      </PeriodTools>
      <ViewTabs
        views={views}
        current={current?.id ?? ''}
        addressOf={(name) => toHref(profilePath(subject, id, name)) + periodQuery}
      />
      {current ? <ViewPanel key={id} view={current} id={id} /> : null}
    </>
  );
}
