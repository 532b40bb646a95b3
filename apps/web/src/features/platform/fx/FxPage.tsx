import { useParams } from 'react-router-dom';
import { EnteredRates } from './EnteredRates.tsx';
import { RatesOfDay } from './RatesOfDay.tsx';

/** Exchange rates: those of a date, and all that were entered. */
export function FxPage() {
  const { subView } = useParams();
  return subView === 'history' ? <EnteredRates /> : <RatesOfDay />;
}
