/** The calls of the area by concept. A concept that is added here is served, and has hooks in the web app and calls of the client and the CLI. */
export { coinvestmentEndpoints as coinvestment } from './coinvestment.ts';
export { firmEndpoints as firm } from './firm.ts';
export { fundEndpoints as fund } from './fund.ts';
export { investmentEndpoints as investment } from './investment.ts';
export { investorEndpoints as investor } from './investor.ts';
export { trancheEndpoints as tranche } from './tranche.ts';
export { vehicleEndpoints as vehicle } from './vehicle.ts';
export { vintageEndpoints as vintage } from './vintage.ts';
