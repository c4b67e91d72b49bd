-- Why:   the list of sessions says which browser and from where, so that people know their own.
-- Step:  widens; earlier processes leave the columns empty.
-- Locks: short access exclusive on session_tenants, no rewrite.
alter table session_tenants
  add column user_agent text,
  add column address text,
  add constraint session_tenants_user_agent_length check (char_length(user_agent) <= 300),
  add constraint session_tenants_address_length check (char_length(address) <= 100);
