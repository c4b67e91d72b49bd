-- Why:   the access tokens of a client may be bound to a key (DPoP, RFC 9449), and a client may have to
--        push its authorization requests (PAR, RFC 9126). A proof is good once, on all processes.
-- Step:  widens. Earlier processes know neither: while they run, a client that is set so by a later one
--        still gets bearer tokens from them.
-- Locks: short access exclusive on clients, no rewrite; on oidc_artifacts for a scan of it, some
--        seconds for millions of refresh tokens.
alter table clients
  add column dpop_bound_access_tokens boolean not null default false,
  add column require_pushed_authorization_requests boolean not null default false,
  -- A service sends no authorization requests.
  add constraint clients_pushed_requests_of_spa check (
    type = 'SPA' or not require_pushed_authorization_requests
  );

alter table oidc_artifacts
  drop constraint oidc_artifacts_kind_known,
  add constraint oidc_artifacts_kind_known check (
    kind in ('AuthorizationCode', 'RefreshToken', 'Session', 'Interaction', 'PushedAuthorizationRequest')
  );

-- Proofs that were used, by the SHA-256 of what tells them apart.
create table dpop_proofs (
  id_hash bytea primary key,
  expires_at timestamptz(3) not null,
  constraint dpop_proofs_hash_length check (octet_length(id_hash) = 32)
);
create index dpop_proofs_by_expiry on dpop_proofs (expires_at);

-- Bearer tokens of a client whose tokens are bound from now on: refresh tokens end with their
-- sign-ins, and access tokens are told of (see 0022).
create function end_bearer_tokens() returns trigger language plpgsql as $$
begin
  delete from oidc_grants where client_id = new.client_id;
  insert into security_events (kind, tenant_id, subject, reason)
  values ('client', new.tenant_id, new.client_id, 'client_limited');
  return null;
end $$;
create trigger clients_binding_told after update of dpop_bound_access_tokens on clients
  for each row when (new.dpop_bound_access_tokens and not old.dpop_bound_access_tokens)
  execute function end_bearer_tokens();
