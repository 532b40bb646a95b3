import type { EntityMismatch as Mismatch } from '@carrara/contract/carry/participant/entityMember';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import styles from './participant.module.css';
import { recordHref } from '../../../record/recordHref.ts';

/** Reports differences between the members of an entity and the allocation profiles that name it, with links to resolve them. */
export function EntityMismatch({ id, name }: { readonly id: string; readonly name: string }) {
  const { data } = useRead('getEntityMismatch', { params: { id } });
  if (!data) return null;
  return (
    <>
      <OwnProfile name={name} {...data} />
      <ProfilesOfOthers name={name} {...data} />
    </>
  );
}

type Names = Mismatch['added'];
const namesOf = (people: Names) => people.map((person) => person.name).join(', ');

function OwnProfile({ name, profile, added, removed }: Mismatch & { readonly name: string }) {
  if (!profile || (added.length === 0 && removed.length === 0)) return null;
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="default" component="a" href={recordHref('allocationProfile', profile.id)}>
          Open the allocation profile
        </Button>
      }
    >
      The members of {name} don’t match its allocation profile {profile.name}.
      {added.length > 0 ? ` Members without a share: ${namesOf(added)}.` : ''}
      {removed.length > 0 ? ` Former members with a share: ${namesOf(removed)}.` : ''}
    </Banner>
  );
}

function ProfilesOfOthers({ name, profiles }: Mismatch & { readonly name: string }) {
  if (profiles.length === 0) return null;
  return (
    <Banner tone="warn">
      The members of {name} have changed since these allocation profiles were created:
      <ul className={styles.profileLinks}>
        {profiles.map((profile) => (
          <li key={profile.id}>
            <a href={recordHref('allocationProfile', profile.id)}>
              {profile.containerName}, {profile.name}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
