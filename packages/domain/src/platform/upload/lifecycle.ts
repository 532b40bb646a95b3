import { defineLifecycle } from '../../kernel/index.ts';

/**
 * A file from upload to import: nothing of it is stored before it was checked and, where it would replace what is
 * there, confirmed.
 */
export const uploadLifecycle = defineLifecycle({
  states: { UPLOADED: 'Uploaded', CHECKED: 'Checked', IMPORTED: 'Imported', FAILED: 'Failed' },
  initial: 'UPLOADED',
  events: {
    passUpload: { from: ['UPLOADED'], to: 'CHECKED', permission: 'upload.edit' },
    failUpload: { from: ['UPLOADED'], to: 'FAILED', permission: 'upload.edit' },
    confirmUpload: { from: ['CHECKED'], to: 'IMPORTED', permission: 'upload.edit' },
  },
});
