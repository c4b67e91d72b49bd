-- Why:   a consent is to what the page named. When the person, or the application, may do more afterwards,
--        tokens carried that without a question. What was named is kept, tokens carry no more than that, and
--        the page comes again.
-- Step:  widens. Who agreed before agreed to what their tokens carry now. An earlier process writes null:
--        not known, so the person is asked at the next sign-in, and tokens carry what they did.
-- Locks: access exclusive on consents for a moment, then a row each of those that are there.
set local lock_timeout = '2s';

alter table consents add column permissions text[];

update consents agreed set permissions = array(
  select distinct permission
  from clients c
  join member_roles mr on mr.tenant_id = agreed.tenant_id and mr.user_id = agreed.user_id
  join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
  cross join lateral unnest(r.permissions) permission
  where c.client_id = agreed.client_id
    and case when c.permissions is null then permission not like 'iam:%'
             else '*' = any (c.permissions) or permission = any (c.permissions) end
  order by permission);
