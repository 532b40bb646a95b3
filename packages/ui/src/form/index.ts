export { FieldInput } from './FieldInput.tsx';
export { FileDrop, type FileDropProps } from './FileDrop.tsx';
export { Form, type FormProps } from './Form.tsx';
export { FormFields, type FormFieldsProps } from './FormFields.tsx';
export type { FieldInputProps } from './fieldInput.ts';
export { fieldError, type Values, valuesToSave } from './fieldRules.ts';
export { type OptionSource, OptionSources } from './optionSources.ts';
export { readPicture } from './readPicture.ts';
export {
  invalidFormText,
  type RecordFormOptions,
  type RecordFormState,
  type SaveFailure,
  useRecordForm,
} from './useRecordForm.ts';
export { useSaveKey } from './useSaveKey.ts';
export { type NavigationBlocker, useUnsavedGuard } from './useUnsavedGuard.ts';
