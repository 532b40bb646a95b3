/** What a call can be set to beside its own options. */
export const settingNames = ['server', 'login', 'tenant'] as const;
export type SettingName = (typeof settingNames)[number];
/** What one source says. */
export type Given = { readonly [N in SettingName]?: string | undefined };
