export { Shell } from './Shell.tsx';
export type {
  Crumb,
  MenuGroup,
  PaletteGroup,
  ShellNotification,
  UserMenuItem,
} from './shellTypes.ts';
