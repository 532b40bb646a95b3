export * from './ownPayReads.ts';
export * from './payAccess.ts';
export * from './payReads.ts';
export * from './startPayAccess.ts';
export { seesAllPay } from '../../platform/user/index.ts';
