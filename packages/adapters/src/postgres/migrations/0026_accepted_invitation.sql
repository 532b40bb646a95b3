-- The invitation by which a person of another firm joined, so that its address leads to the member.
ALTER TABLE membership ADD COLUMN invitation_id uuid;
