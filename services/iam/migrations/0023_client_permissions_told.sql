-- Why:   the tokens of an application that may carry less from now on are refused within seconds, as
--        those of one that lost a scope.
-- Step:  widens: earlier processes write and read as before.
-- Locks: a short share row exclusive on clients, which has one row for each application.
drop trigger clients_limit_told on clients;
create trigger clients_limit_told after update of status, scopes, all_tenants, permissions on clients
  for each row when (
    old.status = 'active' and new.status <> 'active'
    or not old.scopes <@ new.scopes
    or old.all_tenants and not new.all_tenants
    -- To and from null (all but iam:*) is told though it may be more: that costs a refresh.
    or old.permissions is distinct from new.permissions
      and new.permissions is distinct from '{*}'
      and (old.permissions <@ new.permissions) is not true
  ) execute function tell_client_limited();
