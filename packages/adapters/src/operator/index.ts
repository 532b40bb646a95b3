export {
  archiveTenant,
  createTenant,
  listTenants,
  markLpTenant,
  type OperatedTenant,
  type Operator,
  renameTenant,
  setTenantHost,
  takeUpTenant,
} from './tenants.ts';
export { type FilesMoved, moveFiles } from './moveFiles.ts';
export { exportTenant } from './exportTenant.ts';
export { OtherStore, refuseOtherStore, sweepFiles } from './sweepFiles.ts';
