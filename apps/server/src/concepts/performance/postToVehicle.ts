export { noVehicle, quarterChanges, sinceLast, storePosted } from '../../usecases/ledgerPosting.ts';
