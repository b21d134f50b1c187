import type { TestService } from '../../src/testing/test-service.ts'

export interface Entry {
  readonly orgId: string
  readonly at: Date
  readonly action: string
  readonly actorType: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  readonly entityType: string | null
  readonly entityId: string | null
  readonly entityName: string | null
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

/** Reads the entries of an organization, or of all, the oldest first. */
export const readEntries = async ({ database }: Pick<TestService, 'database'>, orgId?: string): Promise<Entry[]> => {
  const { rows } = await database.pool.query<Entry>(
    `select org_id as "orgId", at, action, actor_type as "actorType", actor_id as "actorId", actor_name as "actorName", address,
       user_agent as "userAgent", request_id as "requestId", entity_type as "entityType", entity_id as "entityId",
       entity_name as "entityName", before, after
     from audit_log
     where $1::uuid is null or org_id = $1
     order by at, entry_no`,
    [orgId ?? null],
  )
  return rows
}
