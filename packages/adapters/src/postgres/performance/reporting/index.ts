export { eventList } from './eventList.ts';
export { figuresWithCoinvestments } from './figuresWithCoinvestments.ts';
export { heldList } from './heldList.ts';
export { reportingInvestorList } from './investorList.ts';
