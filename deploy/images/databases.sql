-- Run once by the postgres image, when its data folder is made. A database for each service, with a role
-- that owns it and migrates, and one that the service connects as and that owns nothing; the sample has one
-- for both. No role can connect to another's database. What is there stays, so it may be run again, and who runs
-- it needs to be no superuser: CREATEROLE and CREATEDB are enough but for the last line. deploy/charts/secrets.sh
-- leaves that out, which is for a server that nobody else has a database on. The backticks are psql's: they read the secrets.
\set iam `cat /run/secrets/iam_database_password`
\set bpm `cat /run/secrets/bpm_database_password`
\set dms `cat /run/secrets/dms_database_password`
\set iam_owner `cat /run/secrets/iam_owner_password`
\set bpm_owner `cat /run/secrets/bpm_owner_password`
\set dms_owner `cat /run/secrets/dms_owner_password`
\set expense `cat /run/secrets/expense_database_password`

select format('create role iam login password %L', :'iam') where not exists (select from pg_roles where rolname = 'iam') \gexec
select format('create role bpm login password %L', :'bpm') where not exists (select from pg_roles where rolname = 'bpm') \gexec
select format('create role dms login password %L', :'dms') where not exists (select from pg_roles where rolname = 'dms') \gexec
select format('create role iam_owner login password %L', :'iam_owner') where not exists (select from pg_roles where rolname = 'iam_owner') \gexec
select format('create role bpm_owner login password %L', :'bpm_owner') where not exists (select from pg_roles where rolname = 'bpm_owner') \gexec
select format('create role dms_owner login password %L', :'dms_owner') where not exists (select from pg_roles where rolname = 'dms_owner') \gexec
select format('create role expense login password %L', :'expense') where not exists (select from pg_roles where rolname = 'expense') \gexec

-- Who gives a database to a role has to be in it.
grant iam_owner, bpm_owner, dms_owner to current_user;
grant expense to current_user;

select 'create database iam owner iam_owner' where not exists (select from pg_database where datname = 'iam') \gexec
select 'create database bpm owner bpm_owner' where not exists (select from pg_database where datname = 'bpm') \gexec
select 'create database dms owner dms_owner' where not exists (select from pg_database where datname = 'dms') \gexec
select 'create database expense owner expense' where not exists (select from pg_database where datname = 'expense') \gexec

revoke all on database iam, bpm, dms from public;
revoke all on database expense from public;
grant connect on database iam to iam;
grant connect on database bpm to bpm;
grant connect on database dms to dms;
revoke connect, temporary on database postgres, template1 from public;
