-- What sensors reported of one space on some days. Spaces alone: seats are many times as many, and nobody asks for one of them.
create index occupancy_events_of_space on occupancy_events (org_id, node_id, utc_day) where node_type = 'space';

-- Search by e-mail, as by the names (migration 0017).
create index users_search_email on users (org_id, lower(email) text_pattern_ops);
