import type { ForecastRecord } from '@carrara/contract/carry/run/forecastRecord';
import { Button } from '@mantine/core';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { Texts } from '../../../record/run/Texts.tsx';
import { forecastRecord } from './forecastRecord.ts';

/** The page of a forecast: the reasons why parts of it can't be computed, its file, and its views. */
export const ForecastScreen = (props: ScreenProps) => (
  <RecordProfile
    {...props}
    record={forecastRecord}
    moreActions={({ id }) => <ExportButton id={id} />}
    notice={(value) => <Notice forecast={value as RecordValue & ForecastRecord} />}
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

/** A forecast warns only of terminated people, so its warnings link to the report that shows what they have vested. */
const Notice = ({ forecast: { problems, warnings } }: { readonly forecast: ForecastRecord }) => (
  <>
    <Texts tone="bad" lead="Not determined, since:" texts={problems.map(({ message }) => message)} />
    <Texts
      tone="warn"
      texts={warnings.map(({ message }) => message)}
      action={
        <Button variant="default" component="a" href="#/carry/report/vesting-forfeiture-report">
          Vesting and forfeiture
        </Button>
      }
    />
  </>
);
