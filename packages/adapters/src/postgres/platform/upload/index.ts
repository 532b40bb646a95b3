export { uploadList } from './uploadList.ts';
export {
  claimStorage,
  hideUpload,
  insertUpload,
  type KeptMapping,
  loadUpload,
  type NewUpload,
  storedBytes,
  type StoredUpload,
  settleUpload,
} from './uploads.ts';
export { keepUndoneVersion, keepUploadRecords, recordsOfUpload, type UploadRecord } from './uploadRecords.ts';
export {
  deleteMappingTemplate,
  loadMappingTemplate,
  mappingTemplates,
  storeMappingTemplate,
  type StoredMapping,
} from './mappingTemplates.ts';
