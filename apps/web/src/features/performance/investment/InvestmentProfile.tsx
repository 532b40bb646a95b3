import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { useStoredPeriod } from '../../../period/reportingDate.ts';
import { useFigureWhy } from '../../../period/figureWhy.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { openPictureDialog } from '../../../record/editor/PictureDialog.tsx';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { defaultEditingDate, editingPath, investmentRecord, profilePath } from './investmentRecord.ts';
import { useInvestment } from './useInvestment.ts';
import styles from './investment.module.css';

const figures = [
  { field: 'invested', label: 'Invested', kind: 'money' },
  { field: 'fairValue', label: 'Fair value', kind: 'money' },
  { field: 'totalValueOfInvestment', label: 'Total value', kind: 'money' },
  { field: 'grossIrr', label: 'Gross IRR', kind: 'return' },
  { field: 'grossMoic', label: 'Gross MOIC', kind: 'multiple' },
] as const;

/** Redirects to the requested holder of the investment, or else to its first one. */
export function InvestmentEntry() {
  const { id = '', view } = useParams();
  const periodQuery = useStoredPeriod();
  const requestedId = new URLSearchParams(window.location.hash.split('?')[1]).get('sourceId');
  const { data, error, refetch } = useRead('listInvestmentSources', { query: { investmentId: id } });
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState lines={10} />;
  const source = data.find((candidate) => candidate.id === requestedId) ?? data[0];
  if (!source) return <ErrorState message="There is no such investment." />;
  return <Navigate replace to={profilePath(id, source.id, view) + periodQuery} />;
}

/** The page of an investment, for one of its holders. */
export function InvestmentProfile({ screen }: ScreenProps) {
  const { sourceId = '' } = useParams();
  const record = {
    ...investmentRecord,
    paths: { ...investmentRecord.paths, profile: (id: string, view?: string) => profilePath(id, sourceId, view) },
  };
  return (
    <RecordProfile
      record={record}
      screen={screen}
      moreActions={(value) => <Actions value={value} />}
      notice={({ id }) => <Period id={id} />}
    />
  );
}

function Actions({ value }: { readonly value: RecordValue }) {
  const mayEdit = useAllowed('valuation.edit');
  const { sourceId, endDate } = useInvestment(value.id);
  const [change] = useWrite('changePerformanceInvestmentLogo');
  if (!mayEdit) return null;
  const name = investmentRecord.nameOf(value);
  const save = async (logo: string | null) => {
    await change({ body: { id: value.id, rowVersion: value.rowVersion, logo } });
    toastSuccess(`${name} updated successfully.`);
  };
  const current = value['logo'] as string | null;
  return (
    <>
      <Button variant="default" onClick={() => void openPictureDialog({ title: `Logo of ${name}`, current, save })}>
        Logo
      </Button>
      <Button
        variant="default"
        component="a"
        href={toHref(editingPath(value.id, sourceId, endDate ?? defaultEditingDate))}
      >
        Edit metrics
      </Button>
    </>
  );
}

/** The quarter and the holder, with their figures. */
function Period({ id }: { readonly id: string }) {
  const { view } = useParams();
  const { date, sourceId, data, error, refetch } = useInvestment(id);
  const { data: sources } = useRead('listInvestmentSources', { query: { investmentId: id } });
  const periodQuery = useStoredPeriod();
  const navigate = useNavigate();
  const download = useDownload();
  const why = useFigureWhy();
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  const strip = data
    ? figures.map(({ field, label, kind }) => {
        const displayed = displayedFigure({ field, kind }, data);
        return {
          label: kind === 'money' && data.currency ? `${label}, ${data.currency}` : label,
          ...displayed,
          // The total value may be entered together with the metrics, so it has no explanation.
          why:
            field === 'totalValueOfInvestment'
              ? null
              : why.render({ subject: sourceId, date: data.endDate }, field, displayed),
        };
      })
    : [];
  return (
    <div className={styles.tools}>
      <ReportingDateSelect date={date} />
      {sources && sources.length > 1 ? (
        <Select
          label="Held by"
          size="xs"
          allowDeselect={false}
          data={sources.map(({ id: value, vehicle }) => ({ value, label: vehicle.name }))}
          value={sourceId}
          onChange={(next) => next && void navigate(profilePath(id, next, view) + periodQuery)}
        />
      ) : null}
      {date.endDate === undefined ? null : (
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() =>
            void download('getDocumentReport', {
              params: { name: 'pm-InvestmentProfile' },
              query: { id, endDate: date.endDate ?? '' },
            })
          }
        >
          Profile as PDF
        </Button>
      )}
      <FigureStrip figures={strip} />
    </div>
  );
}
