import type { Amount, Reference } from '@carrara/contract/core/kinds';
import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import type { Figure } from '@carrara/ui/profile/FigureStrip.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import type { QueryName } from '../../api/operations.ts';
import { useRecordCrumb } from '../../frame/RecordCrumb.tsx';
import type { ScreenProps } from '../../frame/screenTypes.ts';
import { redirectedView, displayedView } from '../../frame/displayedView.ts';
import { ViewPanel } from '../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../frame/ViewTabs.tsx';
import { useStoredPeriod } from '../../period/reportingDate.ts';
import { useAllowed, useAllowedViews } from '../../session/hooks.ts';
import { DeleteButton } from '../editor/DeleteButton.tsx';
import { NotesButton } from '../notes/NotesButton.tsx';
import { toHref, type RecordDefinition, type RecordOf, type RecordValue } from '../recordDefinition.ts';
import { referenceLink } from './ReferenceText.tsx';
import styles from '../record.module.css';
import { useRecord } from '../recordCalls.ts';

export interface RecordProfileProps<G extends QueryName = QueryName> extends ScreenProps {
  readonly record: RecordDefinition<G>;
  /** Buttons before Edit, such as Terminate. */
  readonly moreActions?: (value: RecordOf<G>) => ReactNode;
  /** Content between the header and the tabs, such as a warning. */
  readonly notice?: (value: RecordOf<G>) => ReactNode;
}

/** The page of a record: name, badge, figures, actions, and tabs with their own addresses. */
export function RecordProfile<G extends QueryName>({ record, screen, moreActions, notice }: RecordProfileProps<G>) {
  const { id = '', view, fundOrCoinvestmentId } = useParams();
  // All tabs of an investment can be limited to one of its holders.
  const through = fundOrCoinvestmentId ? `/${fundOrCoinvestmentId}` : '';
  const { search } = useLocation();
  const { data, currentData, error, refetch } = useRecord(record, id);
  const storedPeriod = useStoredPeriod();
  const views = useAllowedViews(screen.views ?? []);
  const current = displayedView(views, view);
  const visible = data?.id === id ? data : undefined;
  useRecordCrumb(visible && record.nameOf(visible), toHref(record.paths.profile(id)));
  // The id now belongs to another record. For example, an accepted invitation becomes a member.
  if (currentData && currentData.id !== id) return <Navigate replace to={record.paths.profile(currentData.id, view)} />;
  if (error && (!visible || error.status === 404)) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!visible || !current) return <LoadingState lines={10} />;
  const elsewhere = redirectedView(views, view);
  if (elsewhere !== undefined)
    return <Navigate replace to={`${record.paths.profile(id, elsewhere)}${through}${search}`} />;
  return (
    <>
      <ProfileHeader
        name={record.nameOf(visible)}
        picture={record.picture ? (visible[record.picture] as string | null) : undefined}
        status={badgeOf(record, visible)}
        facts={factsOf(record, visible)}
        figures={figuresOf(record, visible)}
        actions={<RecordActions record={record} value={visible} more={moreActions?.(visible)} />}
      />
      {notice ? (
        <ReservedSpace key={id}>
          <div className={styles.notice}>{notice(visible)}</div>
        </ReservedSpace>
      ) : null}
      <ViewTabs
        views={views}
        current={current.id}
        addressOf={(name) => toHref(record.paths.profile(id, name) + through) + storedPeriod}
      />
      <PictureSubject name={record.nameOf(visible)}>
        <ViewPanel view={current} id={id} />
      </PictureSubject>
    </>
  );
}

function badgeOf(record: RecordDefinition, value: RecordValue) {
  const status = record.status ? (value[record.status] as Reference | null) : null;
  return status ? { code: status.code ?? '', description: status.description ?? status.name ?? '' } : undefined;
}

function factsOf(record: RecordDefinition, value: RecordValue): ReactNode[] {
  return (record.facts ?? []).flatMap((name) => {
    const field = record.fields[name];
    const fact = value[name];
    if (!field || fact === null || fact === undefined || fact === '') return [];
    return [referenceLink(field, fact) ?? <Value key={name} kind={field.kind} value={fact} />];
  });
}

interface RecordActionsProps {
  readonly record: RecordDefinition;
  readonly value: RecordValue;
  readonly more?: ReactNode;
}

function RecordActions({ record, value, more }: RecordActionsProps) {
  const annotated = typeof record.annotated === 'function' ? record.annotated(value) : record.annotated;
  const mayEdit = useAllowed(record.editPermission) && (record.isEditable?.(value) ?? true);
  return (
    <>
      {annotated ? (
        <NotesButton
          objectId={value.id}
          objectType={annotated}
          application={record.application}
          name={record.nameOf(value)}
        />
      ) : null}
      {more}
      <DeleteButton record={record} value={value} />
      {mayEdit ? (
        <Button component="a" href={toHref(record.paths.edit(value.id))}>
          Edit
        </Button>
      ) : null}
    </>
  );
}

/** Returns the figures of the header, with one per currency for amounts in several currencies. */
function figuresOf({ figures = [] }: RecordDefinition, visible: RecordValue): readonly Figure[] {
  return figures.flatMap(({ field, amountsIn, label, kind }) => {
    const amounts = (amountsIn ? visible[amountsIn] : []) as readonly Amount[];
    if (visible[field] !== null || amounts.length === 0)
      return [{ label, ...displayedFigure({ field, kind }, visible) }];
    return amounts.map(({ currency, amount }) => ({
      label: currency ? `${label}, ${currency}` : label,
      kind,
      value: amount,
    }));
  });
}
