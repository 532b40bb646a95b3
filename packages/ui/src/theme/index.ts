export { CarraraTheme, type CarraraThemeProps } from './CarraraTheme.tsx';
export { theme } from './theme.ts';
