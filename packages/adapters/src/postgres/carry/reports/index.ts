export { distributionsByFund } from './distributionsByFund.ts';
