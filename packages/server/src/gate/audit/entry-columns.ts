/** The columns of an entry `e` of the audit log, as the contract names them. Names of users and keys are those of today. */
export const ENTRY_COLUMNS = `
  e.action, e.actor_type as "actorType", e.actor_id as "actorId", coalesce(e.actor_name, a.user_name, k.name) as "actorName",
  e.address, e.user_agent as "userAgent", e.request_id as "requestId", e.entity_type as "entityType",
  e.entity_id as "entityId", coalesce(e.entity_name, u.user_name) as "entityName", e.before, e.after`

/** The tables that those names come from. */
export const ENTRY_NAMES = `
  left join users a on a.org_id = e.org_id and a.id = e.actor_id and e.actor_type = 'user'
  left join api_keys k on k.org_id = e.org_id and k.id = e.actor_id and e.actor_type = 'key'
  left join users u on u.org_id = e.org_id and u.id = case
    when e.entity_type in ('user', 'account') and e.entity_id ~ '^[0-9a-f-]{36}$' then e.entity_id::uuid
  end`
