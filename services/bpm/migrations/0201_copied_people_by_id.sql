-- Why:   the log said whom an action was shown to with their names, which no erasure can change. It says their ids from
--        now on; entries of before are counted among those that are kept with the name of who is forgotten.
-- Step:  expand. The function is replaced for every process at once.
-- Locks: none that anybody waits for.
create or replace function erase_log_names(of_erasure uuid, keys jsonb, out changed bigint, out kept bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with person as (
    select user_id::text as id, pseudonym_of(user_id::text) as name
    from person_erasures where id = of_erasure and done_at is null
  ), named as (
    select a.tenant_id, a.instance_id, a.sequence,
      a.actor_id = person.id and a.actor_name <> person.name as as_actor,
      coalesce(a.on_behalf_of_id::text = person.id and a.on_behalf_of_name <> person.name, false) as as_owner,
      exists (
        select from jsonb_path_query(a.details, '$.cc[*]') as copied
        where copied ->> 'id' = person.id and copied ->> 'name' <> person.name
      ) as as_reader
    from person, jsonb_array_elements(keys) as key
    join instance_actions a on a.tenant_id = (key ->> 0)::uuid and a.instance_id = (key ->> 1)::uuid
      and a.sequence = (key ->> 2)::integer
  ), done as (
    update instance_actions a set
      actor_name = case when n.as_actor and a.actor_name_salt is not null
        then pseudonym_of(a.actor_id) else a.actor_name end,
      actor_name_salt = case when n.as_actor then null else a.actor_name_salt end,
      on_behalf_of_name = case when n.as_owner and a.on_behalf_of_name_salt is not null
        then pseudonym_of(a.on_behalf_of_id::text) else a.on_behalf_of_name end,
      on_behalf_of_name_salt = case when n.as_owner then null else a.on_behalf_of_name_salt end,
      erased = coalesce(a.erased, '{}')
        || case when n.as_actor and a.actor_name_salt is not null then jsonb_build_object(
            'actor_name', log_commitment(a.actor_name_salt, a.actor_name)) else '{}' end
        || case when n.as_owner and a.on_behalf_of_name_salt is not null then jsonb_build_object(
            'on_behalf_of_name', log_commitment(a.on_behalf_of_name_salt, a.on_behalf_of_name)) else '{}' end
    from named n
    where (a.tenant_id, a.instance_id, a.sequence) = (n.tenant_id, n.instance_id, n.sequence)
      and (n.as_actor and a.actor_name_salt is not null or n.as_owner and a.on_behalf_of_name_salt is not null)
    returning 1
  )
  select (select count(*) from done),
    (select count(*) from named n
      join instance_actions a on (a.tenant_id, a.instance_id, a.sequence) = (n.tenant_id, n.instance_id, n.sequence)
      where n.as_actor and a.actor_name_salt is null or n.as_owner and a.on_behalf_of_name_salt is null
        or n.as_reader)
  into changed, kept;
end
$$;
