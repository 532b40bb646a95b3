export { type DecimalRefusal, isRefusal, parseDecimalText } from '@carrara/domain/kernel/typedNumber';
export {
  dateMistake,
  formatDate,
  formatInstant,
  formatInstantAndZone,
  parseDateText,
  showInstantsIn,
} from './formatDate.ts';
export { dash, formatDecimal, plainDecimal } from './formatDecimal.ts';
export { plainText } from './plainText.ts';
export { StatusBadge, StatusTones, Tag, type Tone } from './StatusBadge.tsx';
export { Money, type MoneyProps } from './Money.tsx';
export { Value } from './Value.tsx';
export { referenceText, valueText } from './valueText.ts';
export { yearIn } from './yearIn.ts';
export { numberIn, readNumber } from './readNumber.ts';
export { writtenText } from './writtenText.ts';
