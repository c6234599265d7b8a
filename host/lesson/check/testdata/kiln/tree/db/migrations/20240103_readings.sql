-- firing_log is what this table was called
create table if not exists readings (
    id bigserial primary key,
    kiln_id bigint not null,
    celsius integer not null,
    taken_at timestamptz not null default now()
);
