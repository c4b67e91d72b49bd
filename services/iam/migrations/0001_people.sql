-- Why:   who there is: tenants, global accounts, and what an account is inside a tenant.
-- Step:  first version.
-- Locks: none that matter; every table is new.
create table tenants (
  id uuid primary key,
  name text not null,
  status text not null default 'active',
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint tenants_name_length check (char_length(name) between 1 and 200),
  constraint tenants_status_known check (status in ('active', 'suspended'))
);

-- An account is global: one person, one password, any number of memberships.
create table users (
  id uuid primary key,
  username text not null,
  display_name text not null,
  email text,
  status text not null default 'active',
  password_hash text,
  password_changed_at timestamptz(3),
  must_change_password boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_username_form check (username = lower(username) and username ~ '^[a-z0-9][a-z0-9._@-]{0,99}$'),
  constraint users_display_name_length check (char_length(display_name) between 1 and 200),
  constraint users_status_known check (status in ('active', 'disabled'))
);
create unique index users_username_unique on users (username);

create table departments (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  code text not null,
  name text not null,
  parent_id uuid,
  leader_id uuid,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint departments_in_tenant unique (tenant_id, id),
  constraint departments_one_per_code unique (tenant_id, code),
  constraint departments_parent_in_tenant foreign key (tenant_id, parent_id) references departments (tenant_id, id),
  constraint departments_not_own_parent check (parent_id is distinct from id),
  constraint departments_name_length check (char_length(name) between 1 and 200)
);

create table roles (
  id uuid primary key,
  tenant_id uuid not null references tenants (id),
  code text not null,
  name text not null,
  permissions text[] not null default '{}',
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint roles_in_tenant unique (tenant_id, id),
  constraint roles_one_per_code unique (tenant_id, code),
  constraint roles_name_length check (char_length(name) between 1 and 200),
  constraint roles_permission_count check (cardinality(permissions) <= 400)
);

create table memberships (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null references users (id),
  department_id uuid,
  post text,
  manager_id uuid,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint memberships_pkey primary key (tenant_id, user_id),
  constraint memberships_department_in_tenant foreign key (tenant_id, department_id) references departments (tenant_id, id),
  constraint memberships_manager_in_tenant foreign key (tenant_id, manager_id) references memberships (tenant_id, user_id),
  constraint memberships_not_own_manager check (manager_id is distinct from user_id)
);
create index memberships_by_user on memberships (user_id);
create index memberships_by_department on memberships (tenant_id, department_id);
create index memberships_by_post on memberships (tenant_id, post);

-- The leader is a member of the same tenant. Added here because the tables refer to each other.
alter table departments
  add constraint departments_leader_in_tenant foreign key (tenant_id, leader_id) references memberships (tenant_id, user_id);

create table member_roles (
  tenant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  constraint member_roles_pkey primary key (tenant_id, user_id, role_id),
  constraint member_roles_member foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade,
  constraint member_roles_role foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);
create index member_roles_by_role on member_roles (tenant_id, role_id);
