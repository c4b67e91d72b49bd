-- Run once by the postgres image, when its data folder is made: one database and one role for each
-- service, none of which can connect to another's. The backticks are psql's: they read the secrets.
\set iam `cat /run/secrets/iam_database_password`
\set bpm `cat /run/secrets/bpm_database_password`
\set dms `cat /run/secrets/dms_database_password`
\set expense `cat /run/secrets/expense_database_password`

create role iam login password :'iam';
create role bpm login password :'bpm';
create role dms login password :'dms';
create role expense login password :'expense';

create database iam owner iam;
create database bpm owner bpm;
create database dms owner dms;
create database expense owner expense;

revoke all on database iam, bpm, dms, expense from public;
revoke connect, temporary on database postgres, template1 from public;
