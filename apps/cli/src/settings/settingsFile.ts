import { z } from 'zod';
import type { SettingValues } from './settingNames.ts';
import { yamlFile } from './yamlFile.ts';

const secret = z
  .undefined('is a secret and doesn’t belong in a file that others can read; use carrara login')
  .optional();
const text = z.string().min(1, 'is empty').optional();
const schema = z
  .strictObject({ server: text, login: text, tenant: text, password: secret, token: secret })
  .nullable()
  .transform((read) => read ?? {});

/** The settings in a file. A secret in it is refused. */
export const readSettings = async (file: string): Promise<SettingValues> => (await yamlFile(file, schema)).value;
