-- A distribution to many thousands is summed up as one to a few: the database knows nothing of how many there are when it plans, and would
-- look through all amounts again for each participant.
ALTER FUNCTION sum_participants(uuid, uuid[]) SET enable_nestloop = off;
