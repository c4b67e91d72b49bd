-- Why:   scopes of people's tokens and of services' tokens are two kinds, as SPA and SERVICE are: a
--        SPA with iam.internal, or a SERVICE with openid, is a row that must not be. And a client
--        whose resource server takes no other type of token than JWT may say so.
-- Step:  widens, and refuses what earlier processes would still take: such a request fails there.
--        A client that breaks the rule stops the migration, which names it and changes nothing.
-- Locks: access exclusive on clients for a scan of it; one row for each application.
do $$
declare
  broken text;
begin
  select string_agg(format('%s (%s: %s)', client_id, type, scope), ', ' order by client_id, scope)
  into broken
  from clients
  cross join lateral unnest(scopes) scope
  where case type
    when 'SPA' then
      scope not in ('openid', 'profile', 'email', 'offline_access')
      and scope !~ '^(?!tenant:)[A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)+$'
    else
      scope not in (
        'bpm.biztype.register', 'bpm.instance.write', 'bpm.instance.read', 'bpm.events',
        'iam.scim', 'iam.internal', 'iam.security-events', 'dms.internal')
  end;
  if broken is not null then
    raise exception 'clients have scopes that their type cannot have: %. Take these scopes from them with the version that runs (PATCH /api/iam/v1/clients/{id}, or bootstrap), then migrate again.', broken;
  end if;
end
$$;

alter table clients
  add column access_token_type text,
  add constraint clients_no_empty_scope check (array_position(scopes, '') is null),
  add constraint clients_access_token_type_known check (access_token_type in ('at+jwt', 'JWT')),
  -- The same as src/core/scopes.ts; a service scope more is a migration more.
  add constraint clients_scope_class check (
    case type
      when 'SPA' then
        array_to_string(scopes, ' ')
          ~ '^(((openid|profile|email|offline_access)|(?!tenant:)[A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)+)( |$))*$'
      else
        scopes <@ array[
          'bpm.biztype.register', 'bpm.instance.write', 'bpm.instance.read', 'bpm.events',
          'iam.scim', 'iam.internal', 'iam.security-events', 'dms.internal']
    end
  );
