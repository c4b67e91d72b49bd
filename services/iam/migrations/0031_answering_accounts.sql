-- Why:   whoever had the link of an invitation wrote a name into the column that says who was invited. An
--        administrator who then invited that name gave its roles to the link, and the invitation that the
--        name had was deleted by it. What a reader of a link says has a column of its own.
-- Step:  expand. Naming an account in the page of an earlier process fails meanwhile; all else goes on.
-- Locks: access exclusive on invitations for a moment, which is small; few rows are rewritten.
set local lock_timeout = '2s';

alter table invitations
  -- Whose owner may answer beside whoever has the link, as somebody who has the link said.
  add column answering_username text;

update invitations set answering_username = username, username = null
where email is not null and username is not null;

alter table invitations
  drop constraint invitations_for_somebody,
  add constraint invitations_for_somebody check ((username is null) <> (email is null)),
  add constraint invitations_answering_of_address check (answering_username is null or email is not null);
create index invitations_by_answering_username on invitations (answering_username)
  where answering_username is not null;
