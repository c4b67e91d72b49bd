-- Why:   mails go out in the language that somebody signed in with last.
-- Step:  widens; earlier processes leave the column as it is.
-- Locks: short access exclusive on users, no rewrite.
alter table users
  add column locale text,
  add constraint users_locale_form check (locale ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$') not valid;
alter table users validate constraint users_locale_form;
