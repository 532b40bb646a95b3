export { currencyPairs, loadCurrencyPair, storeCurrencyPair } from './currencyPairs.ts';
export { deleteExchangeRate, storeExchangeRates } from './exchangeRates.ts';
export { exchangeRateList, exchangeRatesById } from './exchangeRateList.ts';
export { ratesOfDays } from './ratesOfDays.ts';
export {
  activeCurrencies,
  type CurrencyEntry,
  storedRates as keptRates,
  latestRates,
  type LatestRate,
} from './latestRates.ts';
