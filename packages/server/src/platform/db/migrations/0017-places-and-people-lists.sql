-- What lists of people and groups are read from beyond their unique names. Lists of places need nothing more: they are in the
-- order of the unique names within a parent.

create index users_of_location on users (org_id, primary_location_id, user_name);

-- Search by how a name begins, in any letter case; `like` uses these in every collation.
create index users_search_user_name on users (org_id, lower(user_name) text_pattern_ops);
create index users_search_first_name on users (org_id, lower(first_name) text_pattern_ops);
create index users_search_last_name on users (org_id, lower(last_name) text_pattern_ops);
create index groups_search_name on groups (org_id, lower(name) text_pattern_ops);
