import type { ForecastRecord } from '@carrara/contract/carry/forecastRecord';
import { Banner } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { forecastRecord } from './forecastRecord.ts';

/** A forecast: what of it is not determined and why, its file, and its views. */
export const ForecastScreen = (props: ScreenProps) => (
  <RecordProfile
    {...props}
    record={forecastRecord}
    moreActions={({ id }) => <ExportButton id={id} />}
    notice={(value) => <Reasons forecast={value as RecordValue & ForecastRecord} />}
  />
);

function ExportButton({ id }: { readonly id: string }) {
  const download = useDownload();
  return (
    <Button variant="default" onClick={() => void download('exportForecast', { params: { id } })}>
      Excel
    </Button>
  );
}

const Reasons = ({ forecast: { problems } }: { readonly forecast: ForecastRecord }) =>
  problems.length === 0 ? null : (
    <Banner tone="bad">
      Not determined, since:
      <ul>
        {[...new Set(problems.map(({ message }) => message))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
