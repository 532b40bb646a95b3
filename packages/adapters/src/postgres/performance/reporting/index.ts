export { eventList } from './eventList.ts';
export { figuresOfAllPartners, figuresWithCoinvestments } from './figuresWithCoinvestments.ts';
export { heldInvestmentList, heldList } from './heldList.ts';
export { investorFigureList } from './investorList.ts';
