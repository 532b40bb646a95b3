import { type LetterTemplate, mergeFields } from '@carrara/domain/carry/letterTemplate';
import { EditorScreen } from '@carrara/ui/editor/EditorScreen.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { SaveFailure } from '@carrara/ui/form/useRecordForm.ts';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { refusals } from '../../../record/editor/refusals.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { checkTemplate, letterFields, letterParts, typedTemplate } from './letterFields.ts';
import { LetterPreview } from './LetterPreview.tsx';
import styles from './letterTemplate.module.css';

/** The wording of the firm's letters. Carry administrators edit it next to a live preview. */
export function LetterTemplateScreen() {
  const { data, error, refetch } = useRead('getLetterTemplate', undefined);
  const { settings } = useSession();
  const mayEdit = useAllowed('letterTemplate.edit');
  const firm = settings?.legalName || (settings?.name ?? '');
  if (!data) return <ReadState error={error} onRetry={refetch} lines={8} />;
  if (mayEdit) return <Editing stored={data} firm={firm} />;
  return (
    <Stack>
      <Panel title="Letters">
        <FieldGroups fields={letterFields} record={data} />
      </Panel>
      <LetterPreview template={typedTemplate(data)} firm={firm} />
    </Stack>
  );
}

type StoredTemplate = LetterTemplate & { readonly rowVersion: number };

/** The form keeps the wording that it opened with, so that a save by another administrator does not change the input. */
function Editing({ stored, firm }: { readonly stored: StoredTemplate; readonly firm: string }) {
  const [loaded, setLoaded] = useState(stored);
  return <Editor key={loaded.rowVersion} template={loaded} firm={firm} onSaved={setLoaded} />;
}

interface EditorProps {
  readonly template: StoredTemplate;
  readonly firm: string;
  readonly onSaved: (saved: StoredTemplate) => void;
}

function Editor({ template, firm, onSaved }: EditorProps) {
  const [save] = useWrite('saveLetterTemplate');
  const navigate = useNavigate();
  const onSave = async (_changed: unknown, all: Readonly<Record<string, unknown>>): Promise<readonly SaveFailure[]> => {
    try {
      const saved = await save({ body: { rowVersion: template.rowVersion, ...typedTemplate(all) } });
      toastSuccess('Letters saved.');
      // Deferred, because the new form looks for a stored draft, and this form drops its own only after the save has returned.
      setTimeout(() => onSaved(saved));
      return [];
    } catch (failure) {
      return refusals(failure);
    }
  };
  return (
    <EditorScreen
      title="Letters"
      fields={letterFields}
      only={letterParts}
      initial={template}
      check={checkTemplate}
      onSave={onSave}
      onCancel={() => void navigate('/carry/settings')}
    >
      {({ values }) => (
        <Stack>
          <Panel title="Merge fields">
            <p>
              Put merge fields in braces. To omit words when a field has no value, put them in square brackets with the
              field, as in [, to your account ending in {'{account}'}].
            </p>
            <dl className={styles.fields}>
              {Object.entries(mergeFields).map(([name, meaning]) => (
                <div key={name} style={{ display: 'contents' }}>
                  <dt>{`{${name}}`}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <LetterPreview template={typedTemplate(values)} firm={firm} />
        </Stack>
      )}
    </EditorScreen>
  );
}
