create table kilns (id bigserial primary key, label text not null unique);
alter table readings add constraint readings_kiln_fk foreign key (kiln_id) references kilns (id);
