import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/** A file from upload to import. Nothing of it is stored until it has been checked and, if it replaces existing data, confirmed. */
export const uploadLifecycle = defineLifecycle({
  states: { UPLOADED: 'Uploaded', CHECKED: 'Checked', IMPORTED: 'Imported', FAILED: 'Failed', UNDONE: 'Undone' },
  initial: 'UPLOADED',
  refusals: {
    IMPORTED: { code: 'WRONG_STATE', path: [], text: 'This upload has already been carried out.' },
    UNDONE: {
      code: 'WRONG_STATE',
      path: [],
      text: 'The entries of this upload have been reversed. Upload the file again.',
    },
    FAILED: {
      code: 'FILE_HAS_ERRORS',
      path: ['file'],
      text: 'The file has errors and changes nothing. Correct it and upload it again.',
    },
  },
  events: {
    passUpload: { from: ['UPLOADED', 'CHECKED'], to: 'CHECKED', permission: 'upload.edit' },
    failUpload: { from: ['UPLOADED', 'CHECKED'], to: 'FAILED', permission: 'upload.edit' },
    undoUpload: { from: ['IMPORTED'], to: 'UNDONE', permission: 'upload.edit', action: ['File', 'undone'] },
    confirmUpload: { from: ['CHECKED'], to: 'IMPORTED', permission: 'upload.edit', action: ['File', 'imported'] },
  },
});
