-- Who settled an entity's entry settled it for the members of that day: the entry is mismatched again when they change again.
ALTER TABLE allocation_entry ADD COLUMN settled_members text;
