-- A list is planned once for all values; what it looks through for a text is still planned for that text, since whether an index helps depends
-- on it.
ALTER FUNCTION matching_containers(text, integer) SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION matching_participants(text, integer) SET plan_cache_mode = force_custom_plan;
