-- The calendar day of the firm whose data a transaction reads: the instant of the request, in the firm's time zone. A status is as of a day.

CREATE FUNCTION firm_day() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) AT TIME ZONE coalesce(
    (SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t
     WHERE t.id = nullif(current_setting('app.tenant_id', true), '')::uuid), 'UTC'))::date
$$;
