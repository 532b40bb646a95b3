export { vintageFigures, vintageList } from './vintageList.ts';
export { vintageStore } from './vintageStore.ts';
export { vintageTransactionList } from './vintageTransactions.ts';
