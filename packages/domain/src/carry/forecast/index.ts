export * from './computeForecast.ts';
export * from './forecast.ts';
