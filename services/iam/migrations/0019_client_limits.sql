-- Why:   a token carries what its person may do and its application is for. A client lists the
--        permissions that its tokens may carry, and the resources that they may be narrowed to.
-- Step:  widens. Clients that are there keep carrying everything, so that nothing stops working
--        unseen; `iam doctor` names them. SPA clients that are made from now on, by earlier
--        processes too, carry no permission of the identity service.
-- Locks: short access exclusive on clients, which has one row for each application; no rewrite.
alter table clients
  -- Null: all but the administration of the identity service (iam:*). {*}: all.
  add column permissions text[],
  add column resources text[] not null default '{}',
  add constraint clients_permissions_form check (
    permissions = '{*}'
    or (cardinality(permissions) <= 400
      and array_position(permissions, null) is null
      and array_to_string(permissions, ' ') ~ '^([A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)+( |$))*$')
  ),
  -- A service acts by its scopes.
  add constraint clients_permissions_of_spa check (type = 'SPA' or permissions is null),
  add constraint clients_resources_form check (
    cardinality(resources) <= 50 and array_position(resources, null) is null
  );
update clients set permissions = '{*}' where type = 'SPA';
