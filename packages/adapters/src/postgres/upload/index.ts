export { uploadList } from './uploadList.ts';
export {
  insertUpload,
  loadUpload,
  type NewUpload,
  type StoredUpload,
  settleUpload,
  type UploadStatus,
} from './uploads.ts';
