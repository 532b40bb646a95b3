export { uploadList } from './uploadList.ts';
export {
  claimStorage,
  hideUpload,
  insertUpload,
  type StoredMapping as KeptMapping,
  loadUpload,
  type NewUpload,
  storedBytes,
  type StoredUpload,
  settleUpload,
} from './uploads.ts';
export {
  storeUndoneVersion as keepUndoneVersion,
  storeUploadRecords as keepUploadRecords,
  recordsOfUpload,
  type UploadRecord,
} from './uploadRecords.ts';
export {
  deleteMappingTemplate,
  loadMappingTemplate,
  mappingTemplates,
  storeMappingTemplate,
  type StoredMapping,
} from './mappingTemplates.ts';
