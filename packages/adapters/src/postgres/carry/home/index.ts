export { carryByFundAndYear, fundNames } from './carryByFund.ts';
export { lastRuns, mostWaiting, waitingFor } from './waiting.ts';
