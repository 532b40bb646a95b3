export { Breadcrumbs } from './Breadcrumbs.tsx';
export { Shell, type ShellProps } from './Shell.tsx';
export type {
  Crumb,
  MenuGroup,
  MenuItem,
  PaletteGroup,
  PaletteItem,
  ShellModule,
  ShellNotification,
  ShellTenant,
  ShellUser,
  UserMenuItem,
} from './shellTypes.ts';
export { textOn } from './tenantColors.ts';
