export { FieldInput } from './FieldInput.tsx';
export { FileDrop } from './FileDrop.tsx';
export { Form } from './Form.tsx';
export { FormFields } from './FormFields.tsx';
export { fieldError, rowMistakes, type Values, valuesToSave } from './fieldRules.ts';
export { firstOptions, type OptionSource, OptionSources } from './optionSources.ts';
export { readPicture } from './readPicture.ts';
export {
  invalidFormText,
  type RecordFormOptions,
  type RecordFormState,
  type SaveFailure,
  useRecordForm,
} from './useRecordForm.ts';
export { StoredInputOffer as KeptInputOffer } from './KeptInputOffer.tsx';
export {
  type InputKeeper,
  InputKeepers,
  type StoredInput as KeptInput,
  useStoredInput as useKeptInput,
} from './useKeptInput.ts';
export { useStoredText as useKeptText } from './useKeptText.ts';
export { onServerAnswersAgain, serverAnswersAgain } from './serverAnswers.ts';
export { useSaveKey } from './useSaveKey.ts';
export { hasUnsaved, mayLeaveUnsaved, type UnsavedGuard, useUnsavedGuard } from './useUnsavedGuard.ts';
