export { uploadList } from './uploadList.ts';
export {
  claimStorage,
  insertUpload,
  loadUpload,
  type NewUpload,
  type StoredUpload,
  settleUpload,
  type UploadStatus,
} from './uploads.ts';
