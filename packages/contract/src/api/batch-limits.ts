/** Maximum number of entities that one call may add. */
export const MAX_CREATED_AT_ONCE = 200

/** Maximum number of entities that one call may change. */
export const MAX_CHANGED_AT_ONCE = 500
