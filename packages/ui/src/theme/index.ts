export { CarraraTheme } from './CarraraTheme.tsx';
