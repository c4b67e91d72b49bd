-- Why:   a link to a password outlived the authority of who made it: whoever was demoted after making
--        one could still use it. When it is used its maker is asked about, in the tenant kept here.
-- Step:  expand. Links that earlier processes make meanwhile name no tenant and are over.
-- Locks: short access exclusive on account_links, and SHARE ROW EXCLUSIVE on tenants; few rows are rewritten.
set local lock_timeout = '2s';

alter table account_links
  -- Of a link that an administrator made: where. It is a link of the account, not of the tenant.
  add column made_in uuid references tenants (id) on delete cascade;

update account_links l
set made_in = m.tenant_id
from memberships m
where l.purpose = 'set_password' and m.user_id = l.user_id
  and exists (select from memberships o where o.tenant_id = m.tenant_id and o.user_id = l.created_by)
  and not exists (select from memberships e where e.user_id = l.user_id and e.tenant_id <> m.tenant_id);
