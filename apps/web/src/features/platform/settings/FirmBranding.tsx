import type { Grants } from '@carrara/contract/core/permissions';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { ColorInput, Select } from '@mantine/core';
import { useState } from 'react';
import { colorNames, settingOwnersText } from './tenantFields.ts';
import styles from './settings.module.css';

/** Returns the time zones that this browser supports. UTC is added because some browsers leave it out. */
const timeZones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The time zone and the colors, which have no field kind of their own. */
export function FirmBranding({ form, grants }: { readonly form: RecordFormState; readonly grants: Grants }) {
  const [zones] = useState(timeZones);
  const others = settingOwnersText('timeZone', grants);
  const zone = String(form.values['timeZone'] ?? '');
  return (
    <Panel title="Time zone and colors">
      <div className={styles.look}>
        <Select
          label="Time zone"
          description={others ?? 'The firm’s dates follow this time zone.'}
          disabled={others !== undefined}
          data={zones.includes(zone) ? zones : [zone, ...zones]}
          value={zone}
          searchable
          allowDeselect={false}
          limit={100}
          error={form.errors['timeZone']}
          onChange={(next) => next && form.set('timeZone', next)}
        />
        {Object.entries(colorNames).map(([name, title]) => (
          <ColorInput
            key={name}
            label={title}
            description="Leave blank for the standard color."
            format="hex"
            fixOnBlur={false}
            value={String(form.values[name] ?? '')}
            error={form.errors[name]}
            eyeDropperButtonProps={{ 'aria-label': `Pick ${title} from the screen` }}
            onChange={(next) => form.set(name, next)}
            onBlur={() => form.blur(name)}
          />
        ))}
      </div>
    </Panel>
  );
}
