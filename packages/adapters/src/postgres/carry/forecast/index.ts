export { assembleForecast, forecastPeople } from './assemble.ts';
export {
  forecastChoices,
  forecastsByCoinvestment,
  forecastsByFund,
  forecastsBySource,
  forecastsByYear,
} from './charts.ts';
export { estimatesUntil } from './estimatesUntil.ts';
export { forecastList } from './forecastList.ts';
export { loadForecastHead, loadForecastInputs, loadDisplayedForecast as loadShownForecast } from './head.ts';
export { loadForecastRows, loadForecastThrough } from './rows.ts';
export { forecastStore } from './store.ts';
