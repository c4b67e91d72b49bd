-- Why:   pages renew their tokens each 9.5 minutes, so a limit of 5 to 9 minutes ended sessions in use; and
--        a limit above the ten minutes of an access token is outlived by none.
-- Step:  narrows by a rule that the processes before it break only when somebody asks for less than 15.
-- Locks: short access exclusive on tenants, which has a row for each tenant.
set local lock_timeout = '2s';

update tenants set session_idle_minutes = 15 where session_idle_minutes < 15;
alter table tenants
  drop constraint tenants_session_idle_range,
  add constraint tenants_session_idle_range check (session_idle_minutes between 15 and 10080);
