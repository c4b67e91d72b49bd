-- Budgets of failed sign-ins that come back with time: of an account over all places that it does
-- not know, and of a place over all names. A new table; locks nothing that is in use.
create table sign_in_budgets (
  -- SHA-256 over what is counted: no list of names or addresses at rest.
  bucket bytea primary key,
  -- When everything that was spent will have come back (the theoretical arrival time of GCRA).
  full_at timestamptz(3) not null
);
create index sign_in_budgets_by_age on sign_in_budgets (full_at);
