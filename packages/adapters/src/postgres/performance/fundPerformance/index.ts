export { vehicleList } from './vehicleList.ts';
