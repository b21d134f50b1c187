/** Who did it. `unknown`: a sign-in that was refused; `service`: work that the service starts by itself. */
export const AUDIT_ACTORS = ['user', 'key', 'provider', 'command-line', 'service', 'unknown'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]
