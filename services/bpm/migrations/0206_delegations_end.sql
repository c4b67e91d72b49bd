-- Why:   each action that asks for further people asked also who of them is away, though in most tenants nobody is at the
--        moment. When the last of somebody's periods ends is a column now, so that the statement which reads the
--        approval can tell whether anybody may be away.
-- Step:  expand. The column is made from the items by the database: processes of before keep it right too.
-- Locks: actions wait while the table is written anew.
-- Long: delegations has a row for each person who was ever away: thousands are written and indexed within a tenth of a second.

-- A period without a moment that PostgreSQL knows (a year 0) counts as one that never ends: then it is asked as before.
-- Immutable: each moment has its offset (`date-time`), whatever the zone of the session.
create function delegations_end(items jsonb) returns timestamptz
  language plpgsql immutable strict parallel safe as $$
begin
  return (select max((item ->> 'until')::timestamptz) from jsonb_array_elements(items) as item);
exception when data_exception then
  return '9999-12-31T00:00:00Z';
end
$$;

alter table delegations
  add column ends_at timestamptz generated always as (delegations_end(items)) stored;

create index delegations_by_end on delegations (tenant_id, ends_at);
