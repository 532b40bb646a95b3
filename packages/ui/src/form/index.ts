export { FieldInput } from './FieldInput.tsx';
export { FileDrop, type FileDropProps } from './FileDrop.tsx';
export { Form, type FormProps } from './Form.tsx';
export { FormFields, type FormFieldsProps } from './FormFields.tsx';
export type { FieldInputProps } from './fieldInput.ts';
export { fieldError, rowMistakes, type Values, valuesToSave } from './fieldRules.ts';
export { type FirstOptions, firstOptions, type OptionSource, OptionSources } from './optionSources.ts';
export { readPicture } from './readPicture.ts';
export {
  type BesideValues,
  invalidFormText,
  type RecordFormOptions,
  type RecordFormState,
  type SaveFailure,
  useRecordForm,
} from './useRecordForm.ts';
export { KeptInputOffer } from './KeptInputOffer.tsx';
export { type InputKeeper, InputKeepers, type KeptInput, useKeptInput } from './useKeptInput.ts';
export { useKeptText } from './useKeptText.ts';
export { onServerAnswersAgain, serverAnswersAgain } from './serverAnswers.ts';
export { useSaveKey } from './useSaveKey.ts';
export { hasUnsaved, mayLeaveUnsaved, type UnsavedGuard, useUnsavedGuard } from './useUnsavedGuard.ts';
