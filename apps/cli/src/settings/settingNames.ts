/** The settings of every command, in addition to its own options. */
export const settingNames = ['server', 'login', 'tenant'] as const;
export type SettingName = (typeof settingNames)[number];
/** The settings of one source. */
export type SettingValues = { readonly [N in SettingName]?: string | undefined };
