create table if not exists expenses (
  id varchar(36) primary key,
  tenant_id varchar(36) not null,
  owner_id varchar(36) not null,
  amount integer not null,
  reason varchar(500) not null,
  status varchar(20) not null
);
create table if not exists workflow_event_positions (
  tenant_id varchar(36) not null,
  instance_id varchar(36) not null,
  last_sequence integer not null,
  last_event_id varchar(36) not null,
  primary key (tenant_id, instance_id)
);
