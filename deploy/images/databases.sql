-- Run once by the postgres image, when its data folder is made. A database for each service, with a role
-- that owns it and migrates, and one that the service connects as and that owns nothing; the sample has one
-- for both. No role can connect to another's database. The backticks are psql's: they read the secrets.
\set iam `cat /run/secrets/iam_database_password`
\set bpm `cat /run/secrets/bpm_database_password`
\set dms `cat /run/secrets/dms_database_password`
\set iam_owner `cat /run/secrets/iam_owner_password`
\set bpm_owner `cat /run/secrets/bpm_owner_password`
\set dms_owner `cat /run/secrets/dms_owner_password`
\set expense `cat /run/secrets/expense_database_password`

create role iam login password :'iam';
create role bpm login password :'bpm';
create role dms login password :'dms';
create role iam_owner login password :'iam_owner';
create role bpm_owner login password :'bpm_owner';
create role dms_owner login password :'dms_owner';
create role expense login password :'expense';

create database iam owner iam_owner;
create database bpm owner bpm_owner;
create database dms owner dms_owner;
create database expense owner expense;

revoke all on database iam, bpm, dms from public;
revoke all on database expense from public;
grant connect on database iam to iam;
grant connect on database bpm to bpm;
grant connect on database dms to dms;
revoke connect, temporary on database postgres, template1 from public;
