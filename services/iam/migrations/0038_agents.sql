-- Why:   a program that asks in somebody's name (an agent) is registered as one: its tokens say so, and who
--        is asked for a decision refuses them. It runs on the person's own machine, so it waits for its
--        code on any port of it (RFC 8252 section 7.3), and is asked about at each sign-in (section 8.6).
-- Step:  widens. No client is an agent before one is registered. An earlier process issues tokens that
--        do not say it: register agents when all processes are of this version.
-- Locks: short access exclusive on clients, which has one row for each application; no rewrite.
alter table clients
  add column agent boolean not null default false,
  add constraint clients_agent_is_asked_about check (not agent or (type = 'SPA' and require_consent)),
  drop constraint clients_spa_rules,
  -- As in 0002, but that an agent has no page to come back to after a sign-out.
  add constraint clients_spa_rules check (
    type <> 'SPA'
    or (
      auth_method = 'none'
      and pkce_method is not distinct from 'S256'
      and grant_types = array['authorization_code', 'refresh_token']
      and cardinality(redirect_uris) between 1 and 50
      and cardinality(post_logout_redirect_uris) <= 50
      and (agent or cardinality(post_logout_redirect_uris) >= 1)
      and not all_tenants
    )
  );
