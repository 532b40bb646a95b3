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
  tenantNamed,
} from './tenants.ts';
export { type FilesMoved, moveFiles } from './moveFiles.ts';
export { exportTenant, type TenantExport } from './exportTenant.ts';
export { type FilesSwept, OtherStore, refuseOtherStore, sweepFiles } from './sweepFiles.ts';
