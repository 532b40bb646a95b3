import { defineLifecycle } from '../../kernel/index.ts';

/**
 * A file from upload to import: nothing of it is stored before it was checked and, where it would replace what is
 * there, confirmed. One that was deleted from the history comes back unchecked.
 */
export const uploadLifecycle = defineLifecycle({
  states: {
    UPLOADED: 'Uploaded',
    CHECKED: 'Checked',
    CONFLICT: 'Conflict',
    IMPORTED: 'Imported',
    FAILED: 'Failed',
    DELETED: 'Deleted',
  },
  initial: 'UPLOADED',
  events: {
    passUpload: { from: ['UPLOADED'], to: 'CHECKED', permission: 'upload.edit' },
    stopUploadForConflict: { from: ['UPLOADED'], to: 'CONFLICT', permission: 'upload.edit' },
    failUpload: { from: ['UPLOADED', 'CHECKED', 'CONFLICT'], to: 'FAILED', permission: 'upload.edit' },
    confirmUpload: { from: ['CHECKED', 'CONFLICT'], to: 'IMPORTED', permission: 'upload.edit' },
    deleteUpload: { from: ['CHECKED', 'CONFLICT', 'IMPORTED', 'FAILED'], to: 'DELETED', permission: 'upload.delete' },
    recoverUpload: { from: ['DELETED'], to: 'UPLOADED', permission: 'upload.edit' },
  },
});
